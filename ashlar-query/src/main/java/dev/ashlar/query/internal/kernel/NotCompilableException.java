// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.kernel;

/// Thrown when no kernel can be generated for an expression; the interpreter evaluates it instead.
public final class NotCompilableException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /// @param reason for people
    NotCompilableException(String reason) {
        super(reason, null, false, false);
    }
}
