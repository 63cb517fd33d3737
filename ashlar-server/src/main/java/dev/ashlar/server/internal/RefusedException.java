// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal;

/// A request that is not taken, and why, for whoever made it. Without a stack: the fault is the client's.
final class RefusedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final Refusal refusal;

    RefusedException(Refusal refusal, String message) {
        super(message, null, false, false);
        this.refusal = refusal;
    }

    Refusal refusal() {
        return refusal;
    }
}
