// SPDX-License-Identifier: Apache-2.0
/// The model of a checked schema: immutable records that say where each byte of a message is and what it means.
///
/// ```
/// Schema ─ header : CompositeType
///        ─ types  : Type = ScalarType | CompositeType(Member*) | EnumType | SetType
///        ─ messages : Message ─┐
///                     Group  ──┴─ Block: Field*, Group*, VarData*
/// ```
///
/// Threads: everything is immutable and may be shared freely. Start reading at [Schema].
package dev.ashlar.sbe.ir;
