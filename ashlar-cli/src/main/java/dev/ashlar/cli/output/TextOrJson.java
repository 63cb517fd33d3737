// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.output;

/// Output formats.
public enum TextOrJson {
    /// For people.
    TEXT,
    /// For programs.
    JSON
}
