// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

/// When a pool clears chunks that were used before. Chunks that were never used are zero in any case.
public enum Zeroing {
    /// Never: a container begins with whatever the last owners of its chunks left. For memory that is written before
    /// it is read; the fastest by far.
    NEVER,
    /// When a container acquires them: it sees only zeros.
    ON_ACQUIRE,
    /// When a container releases them: its data is gone from then on, and acquiring them is fast.
    ON_RELEASE
}
