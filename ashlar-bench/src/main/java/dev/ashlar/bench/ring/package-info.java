// SPDX-License-Identifier: Apache-2.0
/// Queues between threads and processes: ours and its peers, each in a JVM of its own.
///
/// ```
///   RingSuite ── starts ──► RingProcess (one contender, one shape, one batch)
///                             │ threads, or starts
///                             └──► RingPartner (the other process)
/// ```
///
/// A message is a number of eight bytes. All contenders wait in the same way, [Patience], hold as many messages, and
/// the sum of what was received is checked. Peers that pass references pass objects made beforehand, so that they are
/// charged for no garbage but their own.
package dev.ashlar.bench.ring;
