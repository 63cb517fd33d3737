// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import java.io.IOException;

/// Memory was asked for and is not to be had; the pool is as it was before.
public abstract sealed class AllocationException extends IOException permits PoolFullException, NoSpaceException {
    private static final long serialVersionUID = 1;

    AllocationException(String message, Throwable cause) {
        super(message, cause);
    }
}
