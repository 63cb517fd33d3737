// SPDX-License-Identifier: Apache-2.0
/// Suite `segmented`: the same work on arrays of doubles that lie in a pool's chunks and in what else there is.
///
/// ```
///                        ┌ PoolSignals     ours: solid, scattered
///   SegmentedBenchmark ──┤ FlatSignals     one MemorySegment
///     sum, mix, random   │ HeapSignals     double[]
///     read and write,    │ BufferSignals   ByteBuffer[]: the article's first design
///     chase              └ TableSignals    a table of chunk addresses beside the heap: its second
/// ```
///
/// Each holds three signals of the same length, `a`, `b` and `out`. Every contender must arrive at the same results.
///
/// Threads: one. Start reading at [SegmentedBenchmark].
package dev.ashlar.bench.segmented;
