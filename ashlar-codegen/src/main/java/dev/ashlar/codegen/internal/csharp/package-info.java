// SPDX-License-Identifier: Apache-2.0
/// C# for netstandard2.1: ref structs over spans, and the shared runtime `Ashlar/Sbe.cs`.
///
/// ```text
///   CsSources ─┬─► CsTypes                        enums, sets, composites, the header
///              └─► CsBlocks ─► CsParts            messages and entries; groups and data
///                     └─► CsDecoding, CsEncoding, CsJson ─► CsWords
/// ```
///
/// **Threads**: one run is confined to one thread.
///
/// Start with [CsSources]. Uses `layout`, `model` and `text`.
package dev.ashlar.codegen.internal.csharp;
