// SPDX-License-Identifier: Apache-2.0
/// Experiment `dispatch`: calls through an interface with one class, two, and more, over time.
///
/// ```
///   DispatchExperiment ─► CallLoop      one loop, of which the JVM learns all classes, or a copy of its class for each
///                      ─► FlightEvents  when the JVM threw away compiled code
/// ```
package dev.ashlar.lab.dispatch;
