// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe;

/// A place in a schema file.
///
/// @param file   name as given by the user or by an include
/// @param line   1-based; 0 if unknown
/// @param column 1-based; 0 if unknown
public record Location(String file, int line, int column) {
    /// `file:line:column`, or the file alone where the line is unknown.
    @Override
    public String toString() {
        return line == 0 ? file : file + ":" + line + ":" + column;
    }
}
