// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.output;

/// Exit codes of the command.
public final class ExitCode {
    public static final int DONE = 0;
    /// The answer to the question asked is no (check, verify).
    public static final int NO = 1;
    public static final int USAGE = 2;
    public static final int BAD_INPUT = 3;
    /// A store cannot be opened, read or written.
    public static final int STORE = 4;

    private ExitCode() {
    }
}
