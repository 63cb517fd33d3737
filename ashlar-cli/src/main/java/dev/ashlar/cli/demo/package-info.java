// SPDX-License-Identifier: Apache-2.0
/// The command `demo`: everything once, on a generated feed.
///
/// ```text
///   DemoCommand ─► Demo ─► DemoReader             reads the feed back and compares it with what was written
///         └─► DemoTrades                          a table of trades off the heap, and as objects on it
/// ```
///
/// **Threads**: one command, one thread.
///
/// Start with [DemoCommand]. Uses `load` and `output`.
package dev.ashlar.cli.demo;
