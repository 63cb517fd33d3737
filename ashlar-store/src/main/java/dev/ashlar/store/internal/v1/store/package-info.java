// SPDX-License-Identifier: Apache-2.0
/// An open store: containers by name, how a writer changes them, and what it recovers at opening.
///
/// ```
///   ReadStore, WriteStore ── OpenStore ── Container: a table, a journal, last values, or chunks alone
///        WriteStore ── Tables, Journals, LastValueSets          what can be defined and written
///                   ── Checkpoints, Syncer, ValueSyncs   what is durable
///                   ── Retirement, Recovery, Sealer      what is used again, recovered and sealed
/// ```
///
/// **Threads**: A writer belongs to one thread; syncing and sealing have threads of their own. Readers: any thread.
///
/// Start with [WriteStore], then [Recovery]. Uses all but `verify` and `reorder`.
package dev.ashlar.store.internal.v1.store;
