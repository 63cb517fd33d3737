// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

/// How something is printed.
enum TextOrJson {
    /// For people.
    TEXT,
    /// For programs.
    JSON
}
