// SPDX-License-Identifier: Apache-2.0
/// The `ashlar` command: arguments, printing and exit codes; the other modules do the work. Each family of commands is
/// a room, and uses only those below it:
///
/// ```text
///    Main                         the command line
///     │
///    demo                         demo
///    live ┐                       record, replay
///    load ── decode    query     load;  decode;  query, sql, export
///      │      │         │
///    schema ──┤  store ─┘         check, compile, inspect;  info, dump, verify, index, reorder
///      │      │    │    serve lab serve;  lab
///      └──────┴────┴─────┴───┘
///            output               exit codes, errors, text, progress
///
///            start                how commands start fast; the launcher runs it
/// ```
///
/// `RoomsTest` holds the picture and the imports together. Start reading at [dev.ashlar.cli.Main].
package dev.ashlar.cli;
