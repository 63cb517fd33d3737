// SPDX-License-Identifier: Apache-2.0
/// Experiment `counter`: counting by one thread and by several.
///
/// ```
///   CounterExperiment ─► Counter   the words, and threads that begin together
///                     ─► Way       the instruction that counts
/// ```
package dev.ashlar.lab.counter;
