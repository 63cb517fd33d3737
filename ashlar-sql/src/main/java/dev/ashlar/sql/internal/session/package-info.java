// SPDX-License-Identifier: Apache-2.0
/// The session of a store, or of several: analyzes a statement, plans it and runs it.
///
/// ```text
///   StoreSession ─► StoreStatement ─► Analysis    parsed, validated, relational
///     └─► AttachedStore ─► Namespace ───┘          what it may name, store by store
///                   └─────► planning ─► result
/// ```
///
/// Threads: [StoreSession] any thread; a [StoreStatement] one. Start reading at [StoreSession].
/// Uses `result`, `planning`, `operator`, `statement`, `dialect`, `catalog`, `problem`, `exact`, `scan`, `type`.
package dev.ashlar.sql.internal.session;
