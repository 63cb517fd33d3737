// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.output;

/// Input that cannot be used; the message is the one line that the user sees.
public final class BadInputException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public BadInputException(String message) {
        super(message);
    }
}
