// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

/// How a row lies in memory. Rows of one chunk have the same.
///
/// @param stride        bytes from row to row
/// @param blockLength   bytes of the block, as a decoder wants them
/// @param schemaVersion of the block, likewise
/// @param prefix        what stands before the block
public record RowLayout(int stride, int blockLength, int schemaVersion, RowPrefix prefix) { }
