// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.kernel;

/// A kernel cannot be made for something, which the interpreter does instead.
public final class NoKernelException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /// @param reason for people
    NoKernelException(String reason) {
        super(reason, null, false, false);
    }
}
