// SPDX-License-Identifier: Apache-2.0
/// Shared by all commands: exit codes, errors, tables and JSON, progress, interruption.
///
/// ```text
///   AshlarCommand ─► Usage                        what each command has; wrong usage is refused
///   ExitCode ◄── BadInputException, OutputException, OutputEndedException
///   StandardOutput ─► RememberingOutput           failed writes are reported at the end
///   TextTable, TextForm, TextOrJson               tables for people, JSON for programs
///   LocaleText, VisibleText                       characters beyond ASCII, and those that a terminal acts on
///   ProgressLine, GracefulStop                    long work on a terminal; Ctrl-C
/// ```
///
/// **Threads**: one command, one thread; [GracefulStop] has its own.
///
/// Start with [ExitCode]. Uses nothing of its siblings.
package dev.ashlar.cli.output;
