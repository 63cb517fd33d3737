// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.output;

/// The output is closed, so that nothing else need be found out. Why is known to who opened it; that nobody reads
/// it any more, `| head -1`, is no failure.
public final class OutputEndedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public OutputEndedException() {
        super("output is closed", null, false, false);
    }
}
