// SPDX-License-Identifier: Apache-2.0
/// Bounded native memory that may be larger than RAM and is recycled rather than garbage-collected.
///
/// ```
///   ChunkPool          the bound, the free chunks, the mappings
///   ├── extent 0  ┌────┬────┬────┬────┬────┬────┐      one large mapping: anonymous, a file on disk, on tmpfs
///   │             │ a0 │ a1 │ a2 │ b0 │    │ c1 │      equal chunks
///   └── extent 1  ├────┼────┼────┼────┴────┴────┘
///                 │ c0 │    │ c2 │
///                 └────┴────┴────┘
///   SegmentedMemory a ─► [a0 a1 a2]      a container: acquires and releases whole chunks
///   SegmentedMemory c ─► [c0 c1 c2]      one range of 64-bit offsets, wherever its chunks lie
///   BigLongArray, BigDoubleArray, …      typed views of a container
///   StructArray                          flyweights over a container
/// ```
///
/// A pool prefers adjacent chunks. A container of adjacent chunks (*contiguous*, like `a`) is read and written like
/// flat memory; any other container (*scattered*, like `c`) looks up the chunk at every access. Bulk operations work
/// chunk by chunk and cost the same for both.
///
/// A [SharedPool] is a pool that several processes open. Each process has its own containers, and publishes under a
/// name those that others are to open. When a process dies, its unpublished containers are released; its published ones
/// stay.
///
/// **Use**: create one bounded pool; acquire containers in try-with-resources. Where even the container object is too
/// much garbage, keep the container and [SegmentedMemory#reopen] it.
///
/// **Threads**: any thread may use a pool. Any thread may access a container's bytes, under the Java memory model:
/// plain access by one thread, [Access] modes between several.
///
/// **Failure**: a caller's mistake is an unchecked exception that names the value and its bound. If memory is not
/// available, an [AllocationException] is thrown and the pool is unchanged. Use after close is an
/// `IllegalStateException`.
///
/// Start reading at [ChunkPool], then [SegmentedMemory].
package dev.ashlar.memory;
