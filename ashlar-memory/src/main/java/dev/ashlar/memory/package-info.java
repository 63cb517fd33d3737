// SPDX-License-Identifier: Apache-2.0
/// Native memory that is bounded, larger than RAM if need be, and recycled instead of collected.
///
/// ```
///   ChunkPool          the bound, the free chunks, the mappings
///   ├── extent 0  ┌────┬────┬────┬────┬────┬────┐      one large mapping: anonymous, a file on disk, on tmpfs
///   │             │ a0 │ a1 │ a2 │ b0 │    │ c1 │      equal chunks
///   └── extent 1  ├────┼────┼────┼────┴────┴────┘
///                 │ c0 │    │ c2 │
///                 └────┴────┴────┘
///   SegmentedMemory a ─► [a0 a1 a2]      a container: chunks taken whole, given back whole
///   SegmentedMemory c ─► [c0 c1 c2]      one line of 64-bit offsets, wherever its chunks lie
///   BigLongArray, BigDoubleArray, …      typed faces of a container
///   StructArray                          flyweights over a container
/// ```
///
/// A pool prefers chunks that lie in a row. A container that got such ones (*contiguous*, like `a`) is read and
/// written like flat memory; one that did not (*scattered*, like `c`) looks up the chunk at every single access. Bulk
/// operations go chunk by chunk and cost the same in both.
///
/// A [SharedPool] is a pool that several processes have open: each has containers of its own, and gives those a name
/// that others are to open. What a process had that died is given back; what it had published stays.
///
/// **Use**: make one pool, bounded; acquire containers in try-with-resources; keep a container and
/// [SegmentedMemory#reopen] it where even its object is too much garbage.
///
/// **Threads**: pools may be used by all threads. A container's bytes may too, under the rules of Java memory: plain
/// access by one, [Access] modes between several.
///
/// **Failure**: a caller's mistake is an unchecked exception that names value and bound; memory that is not to be had
/// is an [AllocationException] and leaves the pool whole; use after close is an `IllegalStateException`.
///
/// Start reading at [ChunkPool], then [SegmentedMemory].
package dev.ashlar.memory;
