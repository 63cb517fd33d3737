// SPDX-License-Identifier: Apache-2.0
/// The experiments of the articles that Ashlar is based on, on the current machine.
///
/// ```
///   Lab ──plan──► Experiment                          one package each: access, layout, …
///    │              ▲ measure(trial, recorder)
///    ├─ TrialRunner ─starts─► LabProcess              a JVM with the flags of the trial
///    └─► LabReport ─► report.TextReport, HtmlReport, JsonReport, Comparison
/// ```
///
/// Start reading at [Experiment], then [Lab].
package dev.ashlar.lab;
