// SPDX-License-Identifier: Apache-2.0
/// Experiment `object`: an object with arrays, written and read back. The benchmark `object` measures the same codecs.
///
/// ```
///   ObjectExperiment ─► Item                   the object
///                    ─► ObjectWay ─► ItemCodec  Ashlar, serialisers, hand-written code for a byte buffer and memory
/// ```
package dev.ashlar.lab.object;
