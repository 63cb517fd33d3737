// SPDX-License-Identifier: Apache-2.0
/// Go: a package without dependencies, whose codecs share the files `sbe.go`, `encoding.go`, `errors.go` and `json.go`.
///
/// ```text
///   GoSources ─┬─► GoTypes                      enums, sets, composites, the header
///              └─► GoBlocks ─► GoParts          messages and entries; groups and data
///                     └─► GoDecoding, GoEncoding, GoJson ─► GoWords
/// ```
///
/// The text is formatted as by `gofmt`, and compatible with Go 1.19.
///
/// **Threads**: one run is confined to one thread.
///
/// Start with [GoSources]. Uses `model`, `layout` and `text`.
package dev.ashlar.codegen.internal.go;
