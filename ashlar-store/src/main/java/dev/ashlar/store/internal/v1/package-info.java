// SPDX-License-Identifier: Apache-2.0
/// The store in its on-disk format, version 1: `docs/formats/store-v1.md`.
///
/// ```
///   ReadStore            WriteStore ── Recovery (when opened)
///       └── OpenStore ───────┘  │ ├─── Checkpoints, Syncer      what is durable
///              │                │ ├─── Retirement               what is used again
///              │                │ └─── ChunkSpace               what is free
///   Rows, RowCursor      RowAppender
///       └── Chain: links ── OpenChunk                 the chunks of a container, and the one at its end
///              │
///   Records, RecordReader    RecordWriter, BoardSync          the same of boards
///   Extents, Entry, Geometry     Catalog    HeadFile     LiveFile     Locks      the files
///              └────────────── StoreDisk, StoreFile ─────────┘
/// ```
///
/// Who may change what: a chunk's entry and all files but `store.live` are the writer's alone, who holds a kernel lock;
/// in `store.live` each process writes its own slot.
///
/// Start with [WriteStore], then [RowAppender] and [RowCursor], then [Recovery].
package dev.ashlar.store.internal.v1;
