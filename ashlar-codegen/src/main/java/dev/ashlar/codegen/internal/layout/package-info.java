// SPDX-License-Identifier: Apache-2.0
/// Values at fixed offsets in a block or composite, and how generated code reads and writes them.
///
/// ```text
///   Struct ─► MemberSlot ─► JavaPrimitive         a block or composite, its slots, their Java types
///   FieldAccess                                   the expression that reads or writes one slot
///   WholeMember                                   numbers of headers, dimensions and lengths
///   Headers                                       headers that are read with one wide access
/// ```
///
/// **Threads**: everything is immutable.
///
/// Start with [MemberSlot]. Uses nothing of its siblings.
package dev.ashlar.codegen.internal.layout;
