// SPDX-License-Identifier: Apache-2.0
/// Experiment `dispatch`: calls through an interface with one class, two, and more, over time.
///
/// ```
///   DispatchExperiment ─► CallLoop      one loop, whose profile sees all classes, or a copy of the loop for each class
///                      ─► FlightEvents  when the JVM discarded compiled code
/// ```
package dev.ashlar.lab.dispatch;
