// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.output;

/// The output is closed, so no more work is needed. The code that opened the output knows the reason; a reader that
/// stops, as in `| head -1`, is not a failure.
public final class OutputEndedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public OutputEndedException() {
        super("output is closed", null, false, false);
    }
}
