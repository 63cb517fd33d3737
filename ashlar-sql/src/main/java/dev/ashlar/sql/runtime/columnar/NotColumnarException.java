// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.runtime.columnar;

/// Thrown when a value does not fit into a word, or may be an error; operators over objects must compute it.
final class NotColumnarException extends RuntimeException {
    private static final long serialVersionUID = 1;

    static final NotColumnarException INSTANCE = new NotColumnarException();

    private NotColumnarException() {
        super(null, null, false, false);
    }
}
