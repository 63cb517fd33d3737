// SPDX-License-Identifier: Apache-2.0
/// Values on the wire, text in charsets, numbers and JSON: the building blocks of the on-the-fly codecs.
///
/// Threads: the static methods may be called by any; a [dev.ashlar.sbe.otf.internal.JsonOutput] belongs to one.
package dev.ashlar.sbe.otf.internal;
