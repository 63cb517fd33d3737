// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen;

/// One generated source file.
///
/// @param path    relative to the source root, with `/` between folders
/// @param content the complete text; lines end with `\n`
public record GeneratedFile(String path, String content) {
}
