// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.kernel;

/// Thrown when a kernel meets a value that it cannot handle: a value out of range, or a division by zero. The
/// interpreter then starts again and reports the problem, if there is one.
public final class KernelBailoutException extends RuntimeException {
    private static final long serialVersionUID = 1;
    public static final KernelBailoutException INSTANCE = new KernelBailoutException();

    private KernelBailoutException() {
        super("value for the interpreter", null, false, false);
    }
}
