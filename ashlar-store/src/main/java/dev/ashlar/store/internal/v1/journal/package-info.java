// SPDX-License-Identifier: Apache-2.0
/// Journals: messages in frames, an index of their positions and times, and the rows of tables made from them.
///
/// ```
///   FrameWriter ──► frames ──► FrameIndexer, MessageRows ──► rows of tables
///                                            └─► MessageBlocks: the blocks of one message
///   FrameCursor ◄── FrameSearch ◄── FrameIndex
///   FrameReplay makes what a crash left out of the index and the tables; FrameScan finds the last whole frame
/// ```
///
/// **Threads**: One writer; cursors belong to one thread each.
///
/// Start with [FrameWriter], then [FrameCursor]. Uses `table`, `chunk` and `file`.
package dev.ashlar.store.internal.v1.journal;
