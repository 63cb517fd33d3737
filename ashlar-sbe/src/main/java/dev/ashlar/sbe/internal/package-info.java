// SPDX-License-Identifier: Apache-2.0
/// From schema bytes to the model, in four steps:
///
/// ```
/// bytes ─ XmlTreeReader ─► XmlElement tree ─ TypeResolver ─► named types ─┐
///                                                      BlockBuilder ─► messages ─ SchemaBuilder ─► Schema
/// ```
///
/// Every step reports to [dev.ashlar.sbe.internal.Problems] and continues, so that one run finds all problems of a
/// file. What a step could not make it leaves out; a schema is only handed out if no error was reported.
///
/// Threads: one parse is one thread's. Start reading at [dev.ashlar.sbe.internal.SchemaBuilder].
package dev.ashlar.sbe.internal;
