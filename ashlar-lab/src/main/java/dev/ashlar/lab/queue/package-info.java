// SPDX-License-Identifier: Apache-2.0
/// Experiment `queue`: rings between threads and processes, and a queue under overload.
///
/// ```
///   QueueExperiment ─► Passing     messages from thread to thread
///                   ─► RoundTrip   there and back ◄── EchoProcess, the other end
///                   ─► Overload    requests by the clock, a bound by the formula
/// ```
package dev.ashlar.lab.queue;
