// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal;

import dev.ashlar.memory.NoSpaceException;

/// Makes the extents of a pool.
///
/// **Failure**: an extent is made whole, with its space if that was asked for, or not at all; nothing of it is left.
public interface ExtentSource extends AutoCloseable {
    /// A new extent.
    ///
    /// @param bytes that are wished for; a source whose extents have a size of their own gives that
    /// @throws NoSpaceException if the system does not give it
    Extent create(long bytes) throws NoSpaceException;

    /// The folder, or what else the extents lie in, for messages.
    String name();

    /// Clears away what the source made besides extents; these are closed before.
    @Override
    default void close() {
    }
}
