// SPDX-License-Identifier: Apache-2.0
/// From schema bytes to the model, in four steps:
///
/// ```
/// bytes ─ XmlTreeReader ─► XmlElement tree ─ TypeResolver ─► named types ─┐
///                                                      BlockBuilder ─► messages ─ SchemaBuilder ─► Schema
/// ```
///
/// Every step reports to [dev.ashlar.sbe.internal.Problems] and continues, so that one run finds all problems of a
/// file. A step omits what it could not build; a schema is returned only if no error was reported.
///
/// Threads: each parse belongs to one thread. Start reading at [dev.ashlar.sbe.internal.SchemaBuilder].
package dev.ashlar.sbe.internal;
