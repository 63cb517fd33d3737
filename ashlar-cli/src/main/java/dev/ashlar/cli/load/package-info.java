// SPDX-License-Identifier: Apache-2.0
/// The command `load`: captures and files into a store.
///
/// ```text
///   LoadCommand ─► Inputs ─► Framings     the files, and how their messages are framed
///        ├─► LoadedBefore                 what an earlier load added
///        └─► LoadPrinter                  what this one added and skipped
/// ```
///
/// **Threads**: one command, one thread.
///
/// Start with [LoadCommand]. Uses `store`, `schema` and `output`.
package dev.ashlar.cli.load;
