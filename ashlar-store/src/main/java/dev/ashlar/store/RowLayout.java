// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

/// How a row lies in memory. All rows of a chunk have the same layout.
///
/// @param stride        bytes from row to row
/// @param blockLength   length of the block in bytes, for wrapping a decoder
/// @param schemaVersion of the block, likewise
/// @param prefix        what precedes the block
public record RowLayout(int stride, int blockLength, int schemaVersion, RowPrefix prefix) { }
