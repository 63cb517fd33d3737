// SPDX-License-Identifier: Apache-2.0
/// Text of generated code, independent of the schema: templates, class bodies, comments, literals.
///
/// ```text
///   Template.fill("int $x() …") ─► ClassBody      members, indented as deep as they are nested
///   Doc                                           comments from descriptions of the schema
///   Wrapping                                      lines of comments of other languages
///   Strings, Charsets                             literals and character sets
///   DeviceNames                                   what no file may be called
/// ```
///
/// **Threads**: one run is confined to one thread.
///
/// Start with [Template], then [ClassBody]. Uses nothing of its siblings.
package dev.ashlar.codegen.internal.text;
