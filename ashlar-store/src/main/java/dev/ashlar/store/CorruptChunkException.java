// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

/// Rows, or bytes of a journal, cannot be read because they or their metadata are damaged or missing. All other rows
/// and bytes can be read.
public final class CorruptChunkException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final long first;
    private final long end;

    /// @param first    of the rows or positions that cannot be read
    /// @param end      after the last of them
    /// @param resource container and file, for the message
    public CorruptChunkException(String found, long first, long end, String resource) {
        super("cannot be read: " + found + ", first=" + first + ", end=" + end + " (" + resource + ")");
        this.first = first;
        this.end = end;
    }

    /// The first row or position that cannot be read.
    public long first() {
        return first;
    }

    /// The first row or position after it that can be read, if there is one.
    public long end() {
        return end;
    }
}
