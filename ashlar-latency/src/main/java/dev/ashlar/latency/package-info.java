// SPDX-License-Identifier: Apache-2.0
/// How long requests take for their callers: from the moment at which each was meant to start.
///
/// A client that waits for a slow answer before it sends the next request leaves out all that it would have sent
/// meanwhile, and so measures a system that stands still as a fast one. So starts are planned ([Pace]), and times are
/// counted from the plan. All times are in nanoseconds.
///
/// Start reading at [Latencies].
package dev.ashlar.latency;
