// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal;

/// Who owns which chunk. Chunks are known by their number, 0-based over all extents of a pool.
///
/// [FreeChunks] is for one process. A pool shared by processes keeps its claims in entries of a mapped directory, each
/// changed by compare-and-set: `v1.SharedClaims`.
public interface Claims {
    /// Adds the chunks of a new extent, all free. Numbers need not follow those of the extent before: where they do
    /// not, no run of chunks crosses from one into the other.
    void add(int firstChunk, int count);

    /// Claims `count` chunks, or none. Adjacent chunks are preferred; among them, those released last.
    ///
    /// @param wish   preferred first chunk, or -1
    /// @param chunks where their numbers go
    /// @param from   index of the first of them
    /// @return whether they were claimed
    boolean claim(int count, int wish, int[] chunks, int from);

    /// Gives chunks back.
    ///
    /// @param from index of the first of them
    /// @param to   index after the last of them
    void release(int[] chunks, int from, int to);

    /// Chunks that nobody owns.
    int freeCount();

    /// Looks for chunks whose owners are gone, and frees them.
    ///
    /// @return whether there were any
    default boolean reclaim() {
        return false;
    }

    /// Throws if other processes have released the chunks of this one.
    ///
    /// @throws IllegalStateException if they have
    default void check() {
    }
}
