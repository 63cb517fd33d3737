// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

/// Input that cannot be used; the message is the one line that the user sees.
final class BadInputException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BadInputException(String message) {
        super(message);
    }
}
