// SPDX-License-Identifier: Apache-2.0
/// Rust: a crate without dependencies, `unsafe` or allocation; its codecs share the modules `sbe` and `json`.
///
/// ```text
///   RustSources ─┬─► RustTypes                    enums, sets, composites, the header
///                └─► RustBlocks ─► RustParts      messages and entries; groups and data
///                       └─► RustDecoding, RustEncoding, RustJson ─► RustWords
/// ```
///
/// The text is formatted as by `rustfmt`, except for files whose names are too long to predict its line breaks.
///
/// **Threads**: one run is confined to one thread.
///
/// Start with [RustSources]. Uses `model`, `layout` and `text`.
package dev.ashlar.codegen.internal.rust;
