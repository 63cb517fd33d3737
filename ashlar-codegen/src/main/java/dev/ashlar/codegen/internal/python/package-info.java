// SPDX-License-Identifier: Apache-2.0
/// Python: modules of descriptors, and the runtime package `ashlar_sbe`, which reads and writes the declared fields.
///
/// ```text
///   PythonSources ─┬─► PythonTypes                enums, sets, composites, the header, dimensions
///                  └─► PythonBlocks               messages and entries; groups and data
///                         └─► PythonFields ─► PythonNames ─► PythonWords
/// ```
///
/// **Threads**: one run is confined to one thread.
///
/// Start with [PythonSources]. Uses `layout`, `model` and `text`.
package dev.ashlar.codegen.internal.python;
