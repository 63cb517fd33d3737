// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.codec;

/// In what kind of memory messages lie.
public enum MemoryKind {
    /// All outside the heap.
    NATIVE,

    /// All in an array on the heap.
    ARRAY,

    /// By turns in an array on the heap, outside the heap, and in a mapped file.
    MIXED
}
