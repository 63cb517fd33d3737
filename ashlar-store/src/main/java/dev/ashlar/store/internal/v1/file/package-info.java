// SPDX-License-Identifier: Apache-2.0
/// The files of a store and what they say: head, catalog, extents with their directory of chunks, locks, and the words
/// that processes share.
///
/// ```
///   store.head ── HeadFile, Checkpoint, Marks        store.catalog ── Catalog, CatalogRecord
///   store.live ── LiveFile, Pins                     store.lock ── Locks
///   extents/NNNN.ext ── Extents, Entry, Geometry     (PrivateExtents: a copy in memory, which readers may change)
///              all through StoreDisk and StoreFile, so that tests can fail, tear and reorder any of it
/// ```
///
/// **Threads**: One writer, who holds a kernel lock, changes files; in `store.live` each process writes its own slot.
///
/// Start with [StoreDisk], then [Entry] and [Extents]. Uses nothing of its siblings.
package dev.ashlar.store.internal.v1.file;
