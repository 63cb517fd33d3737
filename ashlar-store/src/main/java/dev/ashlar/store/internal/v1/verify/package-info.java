// SPDX-License-Identifier: Apache-2.0
/// Compares everything a store holds with its checksums, marks and the messages that its rows come from.
///
/// ```
///   Verification ── FileCheck, EntryCheck, ChainCheck            directory
///                ── RowsCheck, FramesCheck, ValuesCheck          contents
///                ── IndexCheck, DeclarationCheck, ReplayCheck    what is derived
/// ```
///
/// **Threads**: One thread; a writer may be at work.
///
/// Start with [Verification]. Uses all but `reorder`.
package dev.ashlar.store.internal.v1.verify;
