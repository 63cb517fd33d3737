// SPDX-License-Identifier: Apache-2.0
/// Experiment `queue`: messages between threads and between processes. The benchmark `ring` adds the peers.
///
/// ```
///   QueueExperiment ─► Passing ─► Side: send, receive, send back    threads, or two processes ◄── EchoProcess
///                         └─► QueueKind ─► NumberQueue ┬ RingQueue, FixedLengthRingQueue
///                                                      └ JdkQueue
/// ```
///
/// A message is an 8-byte number. All queues have the same waiting strategy and capacity in messages, and the sum of
/// the received numbers is checked. Queues of references pass objects that were created beforehand.
package dev.ashlar.lab.queue;
