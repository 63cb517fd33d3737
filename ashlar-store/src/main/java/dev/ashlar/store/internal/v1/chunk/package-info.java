// SPDX-License-Identifier: Apache-2.0
/// The chunks of a container in their order, the one at its end that grows, and what a sealed one is known by.
///
/// ```
///   Chain: Link, Link, Link ── OpenChunk (the writer's)
///            │                     └── ChunkOwner gives chunks, from ChunkSpace
///            └── ReadCheck compares a sealed chunk with its Footer when this process first reads it
/// ```
///
/// **Threads**: Readers follow a chain without locks; growing it blocks others who do so.
///
/// Start with [Chain]. Uses `file`.
package dev.ashlar.store.internal.v1.chunk;
