// SPDX-License-Identifier: Apache-2.0
/// The command `load`: captures and files into a store.
///
/// ```text
///   LoadCommand ─► Inputs ─► Framings     the files, and how their messages are framed
///        ├─► LoadTarget                   the store, new or to be added to
///        ├─► LoadedBefore                 what an earlier load added
///        └─► LoadOutcome ─► LoadPrinter   what this one added and skipped, and how to continue
/// ```
///
/// **Threads**: one command, one thread.
///
/// Start with [LoadCommand]. Uses `store`, `schema` and `output`.
package dev.ashlar.cli.load;
