// SPDX-License-Identifier: Apache-2.0
/// The shell: statements and commands, one after the other, from a terminal, a file or standard input.
///
/// ```text
///   SqlPrompt ─► StatementParser, SqlCompleter    a terminal: lines, history, completion
///       └► SqlShell ─► ShellInput ─► OtherShells  statements and commands in lines
///             ├──────► ShellCommands              what begins with a backslash
///             ├──────► Parameters                 values for :name
///             ├──────► ShellOutput ─► Pager       where answers go
///             └──────► Failures                   what went wrong, and where
///   OpenStores                                    the stores of one command
/// ```
///
/// **Threads**: one command, one thread; a signal cancels its statement.
///
/// Start with [SqlShell]. Uses `answer` and `output`.
package dev.ashlar.cli.shell;
