// SPDX-License-Identifier: Apache-2.0
/// Experiment `segmented`: the same work on arrays of doubles in a pool's chunks and in alternatives.
/// `ashlar bench segmented` does the same under JMH.
///
/// ```
///              ┌ PoolSignals     Ashlar: contiguous, scattered
///              │ FlatSignals     one MemorySegment
///   Signals ───┤ HeapSignals     double[]
///              │ BufferSignals   ByteBuffer[]: the article's first design
///              └ TableSignals    a table of chunk addresses off the heap: its second
/// ```
///
/// Each has three signals of the same length, `a`, `b` and `out`. All must have the same results.
///
/// Threads: one. Start reading at [Signals].
package dev.ashlar.lab.segmented;
