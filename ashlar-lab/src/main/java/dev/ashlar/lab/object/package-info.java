// SPDX-License-Identifier: Apache-2.0
/// Experiment `object`: an object with arrays, written and read back.
///
/// ```
///   ObjectExperiment ─► Order      the object
///                    ─► ObjectWay  Java Serialization, a byte buffer, memory by hand
/// ```
package dev.ashlar.lab.object;
