// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

/// When a pool clears chunks that were used before. Chunks that were never used are zero in any case.
public enum Zeroing {
    /// Never: a container begins with whatever the last owners of its chunks left. For memory that is written before
    /// it is read; the fastest by far.
    NEVER,
    /// When a container takes them: what it sees is zero.
    ON_ACQUIRE,
    /// When a container gives them back: what it wrote is gone from then on, and taking them is quick.
    ON_RELEASE
}
