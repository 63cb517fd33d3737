// SPDX-License-Identifier: Apache-2.0
/// Experiment `queue`: messages between threads and between processes. The benchmark `ring` adds the peers.
///
/// ```
///   QueueExperiment ─► Passing ─► Side: send, receive, send back    threads, or two processes ◄── EchoProcess
///                         └─► QueueKind ─► NumberQueue ┬ RingQueue, FixedLengthRingQueue
///                                                      └ JdkQueue
/// ```
///
/// A message is a number of eight bytes. All queues wait in the same way and hold as many messages, and the sum of what
/// was received is checked. Queues of references pass objects made beforehand.
package dev.ashlar.lab.queue;
