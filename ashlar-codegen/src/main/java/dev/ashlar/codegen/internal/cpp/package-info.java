// SPDX-License-Identifier: Apache-2.0
/// C++20: headers over `std::span`, and the shared runtime `ashlar/sbe.hpp`.
///
/// ```text
///   CppSources ─┬─► CppTypes                      enums, sets, composites, the header
///               └─► CppBlocks ─► CppParts         messages and entries; groups and data
///                      └─► CppDecoding, CppEncoding, CppJson ─► CppWords
/// ```
///
/// **Threads**: one run is confined to one thread.
///
/// Start with [CppSources]. Uses `layout`, `model` and `text`.
package dev.ashlar.codegen.internal.cpp;
