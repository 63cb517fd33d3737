// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.query;

/// How the answer to a query is printed.
enum AnswerFormat {
    /// Columns under each other, for people.
    TABLE,
    /// RFC 4180: a line with the names, then a line for each row.
    CSV,
    /// One object a line.
    JSON
}
