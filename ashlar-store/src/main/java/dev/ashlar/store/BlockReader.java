// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import java.lang.foreign.MemorySegment;

/// Reads a block in place; for example `decoder::wrap`, if the decoder is used only once the block is known to be
/// consistent.
@FunctionalInterface
public interface BlockReader {
    /// @param offset        where the block begins
    /// @param blockLength   length of the block in bytes, as it was written
    /// @param schemaVersion version of the schema it was written with
    void read(MemorySegment memory, long offset, int blockLength, int schemaVersion);
}
