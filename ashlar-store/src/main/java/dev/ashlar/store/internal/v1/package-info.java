// SPDX-License-Identifier: Apache-2.0
/// The store in its on-disk format, version 1: `docs/formats/store-v1.md`.
///
/// ```
///   ReadStore ─ ─ ─ ─ ─ ► WriteStore ── Recovery (when opened; after a loss of power by readers, in PrivateExtents)
///       └── OpenStore ───────┘  │ ├─── Checkpoints, Syncer      what is durable
///              │                │ ├─── Retirement               what is used again
///              │                │ ├─── ChunkSpace               what is free
///              │                │ └─── Sealer, RowDigest        what full chunks are known by
///   Rows, RowCursor      RowAppender        Journals ── FrameRecorder ── FrameIndexer, MessageRows ── DerivedRows
///   Frames, FrameCursor, FrameIndex             └── FrameReplay      FrameScan (Recovery)     Boundary (Checkpoints)
///       └── Chain: links ── OpenChunk                 the chunks of a container, and the one at its end
///              │
///   Records, RecordReader    RecordWriter, BoardSync          the same of boards
///   Extents, Entry, Geometry     Catalog    HeadFile     LiveFile     Locks      the files
///              └────────────── StoreDisk, StoreFile ─────────┘
/// ```
///
/// [Verification] compares all of it; [Inspection] tells what there is.
///
/// Who may change what: a chunk's entry and all files but `store.live` are the writer's alone, who holds a kernel lock;
/// in `store.live` each process writes its own slot.
///
/// Start with [WriteStore], then [RowAppender] and [RowCursor], then [FrameRecorder] and
/// [FrameCursor], then [Recovery].
package dev.ashlar.store.internal.v1;
