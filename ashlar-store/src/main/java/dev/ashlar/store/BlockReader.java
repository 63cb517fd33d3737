// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import java.lang.foreign.MemorySegment;

/// Reads a block where it lies; for example `decoder::wrap`, if the decoder is not used before the block is known to be
/// of one moment.
@FunctionalInterface
public interface BlockReader {
    /// @param offset        at which the block begins
    /// @param blockLength   bytes of the block, as they were when it was written
    /// @param schemaVersion by which it was written
    void read(MemorySegment memory, long offset, int blockLength, int schemaVersion);
}
