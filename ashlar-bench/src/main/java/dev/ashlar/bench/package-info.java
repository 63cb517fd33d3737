// SPDX-License-Identifier: Apache-2.0
/// The command `ashlar bench`: runs Ashlar and its peers in one run on the same data and compares them.
///
/// ```
/// Main ─► Bench ─► Suite* ─► Report (Finding*: peer, ours, ratio, Target; text; samples) ─► page
///                    ▲
///                TrialSuite: plan ─► measure.TrialRunner ─► BenchProcess: measure ─► findings
/// ```
///
/// A machine is never quiet for long. So no single time is believed: contenders run by turns, in rounds whose order
/// alternates, and a ratio is taken inside each round, where both sides met the same disturbance.
///
/// **Threading**: one thread; each benchmark runs in a JVM of its own. Start reading at [Main].
package dev.ashlar.bench;
