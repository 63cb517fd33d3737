// SPDX-License-Identifier: Apache-2.0
/// How long requests take, as those see it who ask: from the moment at which each was meant to start.
///
/// ```
///   intended start ──── queue time ──── begin ── service time ── end
///          └──────────────── response time ─────────────────────┘
/// ```
///
/// A client that waits for a slow answer before it asks again leaves out all that it would have asked meanwhile, and
/// so measures a system that stands still as one that is fast. So starts are planned ([Pace]), and times counted from
/// the plan.
///
/// [RequestTimes] records queue, service and response times; [LatencyLog] writes them to a file in the format of
/// HdrHistogram at intervals, which its tools plot; [HiccupMeter] records for how long the machine kept a thread from
/// running that had nothing to do but to wake up. All times are in nanoseconds.
///
/// Start reading at [Latencies].
package dev.ashlar.latency;
