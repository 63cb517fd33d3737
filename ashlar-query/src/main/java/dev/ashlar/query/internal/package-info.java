// SPDX-License-Identifier: Apache-2.0
/// What answers questions.
///
/// ```text
///   BlockColumns ─ Place*      where the columns of a block lie
///   TableRelation, JournalRelation, BoardRelation
///   Engine ─ Interpreter       the measure of all else
/// ```
///
/// Threads: relations and places are immutable; what answers one question belongs to one thread but where it says so.
package dev.ashlar.query.internal;
