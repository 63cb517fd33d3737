// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import java.io.IOException;

/// Requested memory is not available; the pool is unchanged.
public abstract sealed class AllocationException extends IOException permits PoolFullException, NoSpaceException {
    private static final long serialVersionUID = 1;

    AllocationException(String message, Throwable cause) {
        super(message, cause);
    }
}
