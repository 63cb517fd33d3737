// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

/// What the command returns to the shell.
final class ExitCode {
    static final int DONE = 0;
    /// The answer to the question asked is no (check, verify).
    static final int NO = 1;
    static final int USAGE = 2;
    static final int BAD_INPUT = 3;
    /// A store cannot be opened, read or written.
    static final int STORE = 4;

    private ExitCode() {
    }
}
