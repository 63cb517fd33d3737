// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal;

import dev.ashlar.memory.NoSpaceException;

/// Makes the extents of a pool.
///
/// **Failure**: an extent is created completely, with its space if requested, or not at all, and then nothing of it
/// remains.
public interface ExtentSource extends AutoCloseable {
    /// A new extent.
    ///
    /// @param bytes preferred size; a source with extents of a given size ignores it
    /// @throws NoSpaceException if the system does not give it
    Extent create(long bytes) throws NoSpaceException;

    /// The folder or other resource that holds the extents, for messages.
    String name();

    /// Removes what the source created apart from extents, which are closed before.
    @Override
    default void close() {
    }
}
