// SPDX-License-Identifier: Apache-2.0
/// Commands on schemas: `check`, `compile`, `inspect`.
///
/// ```text
///   CheckCommand, CompileCommand, InspectCommand ─► SchemaFile       reads the file, prints its faults
///                                       └─► LayoutPrinter            offsets of a message
/// ```
///
/// **Threads**: one command, one thread.
///
/// Start with [SchemaFile]. Uses `output`.
package dev.ashlar.cli.schema;
