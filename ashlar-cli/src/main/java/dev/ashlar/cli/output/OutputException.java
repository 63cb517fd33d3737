// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.output;

import dev.ashlar.sbe.internal.files.FileProblem;
import java.io.IOException;

/// Output could not be written.
public final class OutputException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean brokenPipe;

    public OutputException(IOException cause) {
        super("cannot write: " + FileProblem.reason(cause) + "; the output is not complete (standard output)", cause);
        brokenPipe = isBrokenPipe(cause);
    }

    /// Whether the cause is only a closed pipe.
    public boolean isBrokenPipe() {
        return brokenPipe;
    }

    /// The JDK gives only the message of the system: that of POSIX, and that of Windows.
    public static boolean isBrokenPipe(IOException e) {
        String message = String.valueOf(e.getMessage());
        return message.contains("Broken pipe") || message.contains("pipe is being closed")
                || message.contains("pipe has been ended");
    }
}
