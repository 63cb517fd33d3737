// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal;

/// A request that is not taken, and why, for whoever made it. Without a stack: the fault is the client's.
final class RejectedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final Rejection refusal;

    RejectedException(Rejection refusal, String message) {
        super(message, null, false, false);
        this.refusal = refusal;
    }

    Rejection refusal() {
        return refusal;
    }
}
