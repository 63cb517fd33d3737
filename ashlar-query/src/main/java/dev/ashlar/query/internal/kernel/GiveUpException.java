// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.kernel;

/// A kernel met a value that it cannot compute with: one beyond its type, or a division by zero. The interpreter does
/// the work anew and says what is wrong, if anything is.
public final class GiveUpException extends RuntimeException {
    private static final long serialVersionUID = 1;
    public static final GiveUpException INSTANCE = new GiveUpException();

    private GiveUpException() {
        super("value for the interpreter", null, false, false);
    }
}
