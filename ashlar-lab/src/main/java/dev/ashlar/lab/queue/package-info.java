// SPDX-License-Identifier: Apache-2.0
/// Experiment `queue`: rings between threads and between processes.
///
/// ```
///   QueueExperiment ─► Passing     messages from thread to thread
///                   ─► RoundTrip   there and back ◄── EchoProcess, the other end
/// ```
package dev.ashlar.lab.queue;
