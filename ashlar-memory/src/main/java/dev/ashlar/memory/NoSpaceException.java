// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

/// The system refused an extent: the disk, the tmpfs or the memory is full, or the file cannot be created.
public final class NoSpaceException extends AllocationException {
    private static final long serialVersionUID = 1;

    private final long extentBytes;

    /// @param extentBytes bytes requested from the system
    /// @param resource    the file or other resource that was to hold the extent
    /// @param cause       the error of the system
    public NoSpaceException(long extentBytes, String resource, Throwable cause) {
        super("no space for an extent: extentBytes=" + extentBytes + ", cause=" + cause.getMessage() + " (" + resource
                + ")", cause);
        this.extentBytes = extentBytes;
    }

    /// Bytes requested from the system.
    public long extentBytes() {
        return extentBytes;
    }
}
