// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.kernel;

/// A kernel met a value that it cannot compute with: one beyond its type, or a division by zero. The interpreter
/// starts again and reports what is wrong, if anything is.
public final class KernelBailoutException extends RuntimeException {
    private static final long serialVersionUID = 1;
    public static final KernelBailoutException INSTANCE = new KernelBailoutException();

    private KernelBailoutException() {
        super("value for the interpreter", null, false, false);
    }
}
