// SPDX-License-Identifier: Apache-2.0
/// What all commands say and how they end: exit codes, errors, tables and JSON, progress, interruption.
///
/// ```text
///   ExitCode ◄── BadInputException, OutputException, OutputEndedException
///   StandardOutput ─► RememberingOutput           writes that failed are noticed at the end
///   TextTable, TextForm, TextOrJson               tables for people, JSON for programs
///   ProgressLine, GracefulStop                    long work on a terminal; Ctrl-C
/// ```
///
/// **Threads**: one command, one thread; [GracefulStop] has its own.
///
/// Start with [ExitCode]. Uses nothing of its siblings.
package dev.ashlar.cli.output;
