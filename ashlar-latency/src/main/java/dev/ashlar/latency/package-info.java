// SPDX-License-Identifier: Apache-2.0
/// Latencies of requests as their callers see them: measured from the intended start of each request.
///
/// A client that waits for a slow answer before it sends the next request omits the requests that it would have sent
/// meanwhile, so it measures a stalled system as a fast one (coordinated omission). Therefore starts are scheduled
/// ([Pace]), and latencies are measured from the schedule. All times are in nanoseconds.
///
/// Start reading at [Latencies].
package dev.ashlar.latency;
