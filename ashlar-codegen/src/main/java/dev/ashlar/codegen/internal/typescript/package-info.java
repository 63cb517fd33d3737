// SPDX-License-Identifier: Apache-2.0
/// TypeScript: ES modules over `DataView`, and the runtime in the folder `ashlar`, which reads and writes the declared
/// fields.
///
/// ```text
///   TypeScriptSources ─┬─► TypeScriptTypes        enums, sets, composites, the header, dimensions
///                      └─► TypeScriptBlocks       messages and entries; groups and data
///                             └─► TypeScriptFields ─► TypeScriptNames ─► TypeScriptWords
/// ```
///
/// **Threads**: one run is confined to one thread.
///
/// Start with [TypeScriptSources]. Uses `layout`, `model` and `text`.
package dev.ashlar.codegen.internal.typescript;
