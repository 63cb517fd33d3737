// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

/// The output takes no more, so that nothing else need be found out. Why is known to who opened it; that nobody reads
/// it any more, `| head -1`, is no failure.
final class OutputEndedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    OutputEndedException() {
        super("output takes no more", null, false, false);
    }
}
