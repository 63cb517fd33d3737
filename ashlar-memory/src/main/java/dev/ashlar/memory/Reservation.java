// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

/// Whether the space of an extent is reserved before it is used.
public enum Reservation {
    /// Space is reserved when the extent is created: a full disk, tmpfs or memory is a [NoSpaceException] when the pool
    /// grows, never a fault when memory is written. The default.
    RESERVED,
    /// Space is taken page by page at the first write. An extent may then be far larger than the available space; if
    /// the system runs out, **a write faults**, which the JVM reports as an `InternalError` at best. For data known to
    /// be sparse.
    SPARSE
}
