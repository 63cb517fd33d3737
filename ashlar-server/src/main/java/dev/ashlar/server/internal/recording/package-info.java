// SPDX-License-Identifier: Apache-2.0
/// What the gateway records into and answers from: a store, or an archive that rolls.
///
/// ```text
///                      ┌─ SingleStore ───► StoreWriter
///   GatewayStore ◄─────┤
///                      └─ RollingArchive ► ArchiveWriter, and an Archive for readers
/// ```
///
/// **Threads**: one thread rolls and records; any reads.
///
/// Start with [GatewayStore]. Uses nothing of its siblings.
package dev.ashlar.server.internal.recording;
