// SPDX-License-Identifier: Apache-2.0
/// Schemas in the reference implementation's serialised form, `.sbeir`: a header frame, then a list of tokens.
///
/// ```text
///  Schema ── TokenList ──► tokens ── TokenOutput ──► bytes       SbeIrWriter
///  Schema ◄─ SchemaTree ── tokens ◄─ TokenInput ──── bytes       SbeIrReader
/// ```
/// Little endian whatever the schema's byte order. What the form cannot say is lost: the schema's description, types
/// that no message uses, and the names under which types are declared where a member stands for them inline.
///
/// Threads: everything here is one call. Start reading at [dev.ashlar.sbe.sbeir.SbeIrReader].
package dev.ashlar.sbe.sbeir;
