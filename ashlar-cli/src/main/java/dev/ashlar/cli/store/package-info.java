// SPDX-License-Identifier: Apache-2.0
/// Commands on stores: `info`, `dump`, `verify`, `index`, `reorder`.
///
/// ```text
///   InfoCommand ─► InfoPrinter            what the store contains
///   DumpCommand ─► Dumper                 its rows or messages
///   VerifyCommand, IndexCommand, ReorderCommand
///   ReadFlags                             how to open a store for reading
/// ```
///
/// **Threads**: one command, one thread.
///
/// Start with [InfoCommand]. Uses `output`.
package dev.ashlar.cli.store;
