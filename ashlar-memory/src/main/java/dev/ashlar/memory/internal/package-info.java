// SPDX-License-Identifier: Apache-2.0
/// What stands behind a pool: where extents come from, which chunks are free, and the few calls to the system.
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
