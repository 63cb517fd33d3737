// SPDX-License-Identifier: Apache-2.0
/// What decoding and encoding on the fly are made of: reads of any width and byte order, text, JSON text in and out.
///
/// Threads: objects belong to one thread. Start reading at [dev.ashlar.sbe.otf.internal.Wire].
package dev.ashlar.sbe.otf.internal;
