// SPDX-License-Identifier: Apache-2.0
/// The command `ashlar bench`: runs Ashlar and its peers in one run on the same data and compares them.
///
/// ```
/// Main ─► Bench ─► Suite* ─► Report (Finding*: peer, ours, ratio, Target; text; samples) ─► page
///                    ▲
///                TrialSuite: plan ─► measure.TrialRunner ─► BenchProcess: measure ─► findings
/// ```
///
/// No machine is quiet for long, so a single time proves nothing: contenders run in turn, in rounds of alternating
/// order, and a ratio is taken inside each round, in which both sides have the same disturbance.
///
/// **Threading**: one thread; each benchmark runs in its own JVM. Start reading at [Main].
package dev.ashlar.bench;
