// SPDX-License-Identifier: Apache-2.0
/// What answers questions.
///
/// ```text
///   BlockColumns ─ Place*      where the columns of a block lie
///   TableRelation, JournalRelation, BoardRelation
///   Engine ─ Strategy          what is done by what
///      ├─ Interpreter          the measure of all else
///      └─ ScanSnapshot ─ ScanWorker ─ Kernel
///            KernelBuilder ─ KernelExprs, KernelConditions, KernelColumns    make kernels
/// ```
///
/// Threads: relations and places are immutable; what answers one question belongs to one thread but where it says so.
package dev.ashlar.query.internal;
