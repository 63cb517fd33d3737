// SPDX-License-Identifier: Apache-2.0
/// The internals of a pool: the source of its extents, its free chunks, and the few system calls.
///
/// ```
///                    ChunkPool
///          ┌─────────────┼──────────────┐
///     ExtentSource    ChunkMap        Claims
///     makes mappings  chunk ─► memory who owns which chunk
///      │        │                        │
///   files   anonymous                FreeChunks
///      │        │           for pools that processes share, v1: SharedExtents, SharedClaims
///      └───┬────┘
///          Os        madvise, fallocate … where native access is enabled; else nothing
/// ```
///
/// **Threading**: a pool calls [Claims] and [ChunkMap] under its own lock, [ExtentSource] under the one for growing.
package dev.ashlar.memory.internal;
