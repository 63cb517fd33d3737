// SPDX-License-Identifier: Apache-2.0
/// One store's session: analyzes a statement, plans it and runs it.
///
/// ```text
///   Session ─► Statement ─► Analysis    parsed, validated, relational
///                   └─────► planning ─► result
/// ```
///
/// Threads: [Session] any thread; a [Statement] one. Start reading at [Session].
/// Uses `result`, `planning`, `statement`, `problem`, `exact`, `scan`, `type`.
package dev.ashlar.sql.internal.session;
