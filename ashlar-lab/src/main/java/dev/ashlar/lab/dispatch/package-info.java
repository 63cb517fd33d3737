// SPDX-License-Identifier: Apache-2.0
/// Experiment `dispatch`: calls through an interface with one class, two, and more, over time.
///
/// ```
///   DispatchExperiment ─► Loop             one loop, of which the JVM learns all classes
///                      ─► Kernels          the same loop as a class of its own for each
///                      ─► Deoptimisations  when the JVM had to forget
/// ```
package dev.ashlar.lab.dispatch;
