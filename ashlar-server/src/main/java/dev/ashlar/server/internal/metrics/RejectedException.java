// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal.metrics;

/// A request that is not taken, and why, for whoever made it. Without a stack: the fault is the client's.
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
