// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

/// Whether the space of an extent is taken from the system before it is promised.
public enum Reservation {
    /// The space is there before the extent is: a full disk, tmpfs or memory is a [NoSpaceException] when the pool
    /// grows, never a fault when memory is written. The default.
    RESERVED,
    /// Space is taken page by page as it is written first. An extent may then be far larger than what the system has;
    /// where the system runs out, **a write faults**, which the JVM reports as an `InternalError` at best. For
    /// data known to be sparse.
    SPARSE
}
