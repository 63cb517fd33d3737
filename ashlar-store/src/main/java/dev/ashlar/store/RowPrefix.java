// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

/// What precedes the block in each row of a table.
public enum RowPrefix {
    /// Nothing.
    NONE(0),
    /// The row of the block's parent, in 8 bytes: in a table of group entries.
    PARENT(8),
    /// Position of the message in its journal and its time in nanoseconds since 1970, in 8 bytes each: in a table of
    /// root blocks that a journal fills.
    MESSAGE(16);

    private final int bytes;

    RowPrefix(int bytes) {
        this.bytes = bytes;
    }

    public int bytes() {
        return bytes;
    }
}
