// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

/// Nobody reads our output any more.
final class BrokenPipeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BrokenPipeException(Throwable cause) {
        super(cause);
    }
}
