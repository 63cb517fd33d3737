// SPDX-License-Identifier: Apache-2.0
/// What the two ends of a live feed share: recorders and replays.
///
/// ```text
///   LineSockets       lines as socket addresses; interfaces, and why one cannot be used
///   UtcClock          nanoseconds since 1970, from the monotonic clock and an offset
///   TimeHistogram     how long things took, to 6 %
/// ```
///
/// **Threads**: the clock is for all threads, a histogram for one.
///
/// Start with [LineSockets]. Uses nothing of its siblings.
package dev.ashlar.ingest.internal.feed;
