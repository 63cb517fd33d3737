// SPDX-License-Identifier: Apache-2.0
/// The command `decode`: messages of files as JSON or text, and objects with their descriptions.
///
/// ```text
///   DecodeCommand ─┬─► MessagePrinter                 messages
///                  └─► ObjectPrinter ─► ObjectForm    objects
/// ```
///
/// **Threads**: one command, one thread.
///
/// Start with [DecodeCommand]. Uses `load`, `schema` and `output`.
package dev.ashlar.cli.decode;
