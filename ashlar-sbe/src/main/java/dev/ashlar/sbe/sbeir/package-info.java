// SPDX-License-Identifier: Apache-2.0
/// Schemas in the reference implementation's serialised form, `.sbeir`: a header frame, then a list of tokens.
///
/// ```text
///  Schema ── TokenList ──► tokens ── TokenOutput ──► bytes       SbeIrWriter
///  Schema ◄─ SchemaTree ── tokens ◄─ TokenInput ──── bytes       SbeIrReader
/// ```
/// Little endian whatever the schema's byte order. The form does not keep the schema's description, types that no
/// message uses, or the declared names of types that members use inline.
///
/// Threads: everything here is one call. Start reading at [dev.ashlar.sbe.sbeir.SbeIrReader].
package dev.ashlar.sbe.sbeir;
