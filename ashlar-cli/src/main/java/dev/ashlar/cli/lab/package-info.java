// SPDX-License-Identifier: Apache-2.0
/// The command `lab`: runs experiments on this machine.
///
/// ```text
///   LabCommand ─► Lab                             list, run, report
/// ```
///
/// **Threads**: one command, one thread.
///
/// Start with [LabCommand]. Uses `output`.
package dev.ashlar.cli.lab;
