// SPDX-License-Identifier: Apache-2.0
/// A directory that keeps records as they are on the wire: tables of rows, journals of messages, last-value tables of
/// last values.
///
/// ```
///    StoreWriter (one process)                     Store (any process)
///        │ Appender: claim, fill, commit               │ Cursor: next, seek; forEachRun
///        ▼                                             ▼
///    ┌─ table Tick ────────────────────────────────────────────────┐
///    │ chunk │ chunk │ chunk │ chunk (open) ▓▓▓▓▓▓▓▓▓░░░░           │   rows below the count are committed
///    └───────┴───────┴───────┴──────────────────────▲──────────────┘
///      retired first …                        count: one release store
/// ```
///
/// A *last-value table* has a value for each key, which is replaced in place:
///
/// ```
///     LastValuesWriter: claim or update a key, fill, commit        LastValuesReader: find, read
///        ▼                                                         ▲  whole, or not at all
///    ┌─ last-value table Quote ───────────────────────────────────────────────┴┐
///    │ key │ cell: slots in turn ▓░░░ │ key │ cell ░░▓░ │ key │ …    │
///    └──────────────────────────────────────────────────────────────┘
/// ```
///
/// **Threads**: one thread writes; any number read, in this process and in others, without a lock between them.
///
/// **Two promises, kept apart**: the death of a process loses nothing that was committed; what the loss of power loses
/// is said by [Durability].
///
/// An *index* leads from keys to rows of a table. It lies in memory, and is built by who wants it:
///
/// ```
///     HashIndex, SortedIndex ◄── build, update, StoreWriter.keepUp        HashReader, SortedReader: find, lookup, read
/// ```
///
/// [Store#verify] tells whether a store is as it was written, [Store#info] what it holds; [RowPrinter],
/// [JournalPrinter] and [LastValuesPrinter] print rows, messages and values.
///
/// A [Journal] keeps whole messages, and fills tables with their blocks.
///
/// Start with [StoreWriter], [Appender] and [Cursor]; to find rows by key, [HashIndex] and [HashReader]; for messages,
/// [JournalWriter] and [JournalCursor]; for last-value tables,
/// [LastValuesWriter] and [LastValuesReader].
package dev.ashlar.store;
