// SPDX-License-Identifier: Apache-2.0
/// The experiments of the articles that Ashlar comes from, on the machine at hand.
///
/// ```
///   Lab ──plan──► Experiment                     one package each: access, layout, …
///    │              ▲ measure(trial, recorder)
///    ├─ TrialRun ─starts─► LabProcess            a JVM with the flags of the trial
///    │     ▲                   │ lines: samples, notes, weather
///    │     └───────────────────┘
///    └─► LabReport ─► report.TextReport, HtmlReport, JsonReport, Comparison
/// ```
///
/// What is measured once is not believed: figures are medians with extremes, of repetitions in one JVM or of several
/// JVMs; what disturbed them is said beside them ([dev.ashlar.lab.host.Weather]). What cannot be measured on a machine
/// is missing, with a reason.
///
/// Start reading at [Experiment], then [Lab].
package dev.ashlar.lab;
