// SPDX-License-Identifier: Apache-2.0
/// The `ashlar` command: arguments, printing and exit codes; the work is done by the other modules. Start reading at
/// [dev.ashlar.cli.Main].
package dev.ashlar.cli;
