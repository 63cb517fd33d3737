// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal.metrics;

/// A request is refused; the message tells the client why. Has no stack trace, because the fault is the client's.
public final class RejectedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final Rejection refusal;

    public RejectedException(Rejection refusal, String message) {
        super(message, null, false, false);
        this.refusal = refusal;
    }

    public Rejection refusal() {
        return refusal;
    }
}
