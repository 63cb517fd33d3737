// SPDX-License-Identifier: Apache-2.0
/// Experiment `pressure`: a queue under overload, without a bound, with that of the published formula, and with that of
/// [dev.ashlar.flow.Admission].
///
/// ```
///   PressureExperiment ─► Overload    requests by the clock, one thread that serves them
/// ```
package dev.ashlar.lab.pressure;
