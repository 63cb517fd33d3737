// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

/// The pool has reached its limit and has too few free chunks. Waiting for others to close their containers may help.
public final class PoolFullException extends AllocationException {
    private static final long serialVersionUID = 1;

    private final long requestedBytes;
    private final long availableBytes;

    PoolFullException(long requestedBytes, long availableBytes, long maxBytes, String pool) {
        super("pool is full: requestedBytes=" + requestedBytes + ", availableBytes=" + availableBytes + ", maxBytes="
                + maxBytes + " (" + pool + ")", null);
        this.requestedBytes = requestedBytes;
        this.availableBytes = availableBytes;
    }

    /// All records of a shared pool are in use.
    PoolFullException(int maxContainers, String pool) {
        super("pool has the maximum number of named containers: maxContainers=" + maxContainers + " (" + pool + ")",
                null);
        requestedBytes = 0;
        availableBytes = 0;
    }

    /// Bytes requested.
    public long requestedBytes() {
        return requestedBytes;
    }

    /// Bytes that were free, or by which the pool could still have grown.
    public long availableBytes() {
        return availableBytes;
    }
}
