// SPDX-License-Identifier: Apache-2.0
/// The command `serve`: the gateway.
///
/// ```text
///   ServeCommand ─► ServeRun ─► Gateway
/// ```
///
/// The module of the gateway is optional: [ServeCommand] loads without it, `ServeRun` does not.
///
/// **Threads**: one command, one thread; the gateway has its own.
///
/// Start with [ServeCommand]. Uses `archive`, `schema` and `output`.
package dev.ashlar.cli.serve;
