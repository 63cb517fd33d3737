// SPDX-License-Identifier: Apache-2.0
/// A store keeps records in their wire format: rows in tables, messages in journals, latest values in last-value
/// tables.
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
/// **Threads**: one thread writes; any number read, in this process and in others, without locks between them.
///
/// **Two promises, kept apart**: the death of a process never loses committed data; [Durability] says what survives a
/// loss of power.
///
/// An *index* maps keys to rows of a table. It is kept in memory and built where it is needed:
///
/// ```
///     HashIndex, SortedIndex ◄── build, update, StoreWriter.keepUp        HashReader, SortedReader: find, lookup, read
/// ```
///
/// [Store#verify] checks that a store is sound, [Store#info] describes its contents; [RowPrinter], [JournalPrinter] and
/// [LastValuesPrinter] print rows, messages and values.
///
/// A [Journal] keeps whole messages, and fills tables with their blocks.
///
/// Start with [StoreWriter], [Appender] and [Cursor]; to find rows by key, [HashIndex] and [HashReader]; for messages,
/// [JournalWriter] and [JournalCursor]; for last-value tables,
/// [LastValuesWriter] and [LastValuesReader].
package dev.ashlar.store;
