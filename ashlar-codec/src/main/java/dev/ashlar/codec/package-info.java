// SPDX-License-Identifier: Apache-2.0
/// The few types that generated flyweights and their callers share; generated code needs nothing but these and
/// java.base.
package dev.ashlar.codec;
