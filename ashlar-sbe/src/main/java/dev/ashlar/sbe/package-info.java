// SPDX-License-Identifier: Apache-2.0
/// Parses schema files: [dev.ashlar.sbe.SchemaParser] turns XML into a [dev.ashlar.sbe.ir.Schema] or into
/// [dev.ashlar.sbe.Diagnostic]s with file, line and column.
///
/// [dev.ashlar.sbe.CompatibilityCheck] says whether two versions of a schema understand each other.
///
/// Threads: everything here is immutable or used by one thread for one call. Start reading at
/// [dev.ashlar.sbe.SchemaParser].
package dev.ashlar.sbe;
