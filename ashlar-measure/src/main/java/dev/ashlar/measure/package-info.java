// SPDX-License-Identifier: Apache-2.0
/// Measures workloads, each in its own JVMs.
///
/// ```
///   MeasurementPlan ─► TrialRunner ─► TrialRun ──starts──► MeasuringJvm ─► Workload.measure(trial, recorder)
///    (trials)  rounds         ▲                     │
///                 │           └── lines: samples, notes, disturbance
///                 └─► Measured: figures, notes, failures
/// ```
///
/// A single measurement proves little: figures are medians with extremes, of repetitions in one JVM or of several JVMs,
/// and come with what disturbed them ([dev.ashlar.measure.host.Disturbance]). What cannot be measured on a machine is
/// missing, with a reason.
///
/// Start reading at [Workload], then [TrialRunner].
package dev.ashlar.measure;
