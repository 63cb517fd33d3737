// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

/// Advice to the system about memory. Nothing depends on it; calls return whether the system accepted it.
public enum Advice {
    /// Back it with huge pages where the system can.
    HUGEPAGE,
    /// It will be read in order: read ahead, drop behind.
    SEQUENTIAL,
    /// It will be read in no order: do not read ahead.
    RANDOM,
    /// It will be needed soon.
    WILLNEED,
    /// It will not be needed soon. Bytes of a file stay in the file; **bytes of anonymous memory become zero**.
    DONTNEED,
    /// Populate the pages now, so that later writes neither fault nor fail.
    POPULATE_WRITE
}
