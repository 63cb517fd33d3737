// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.file;

/// What a container is; its code stands in the catalog.
public enum ContainerKind {
    /// Rows of one block.
    TABLE(1),
    /// Framed messages.
    JOURNAL(2),
    /// Keyed records, changed in place.
    LAST_VALUES(3),
    /// Rows that tell where in a journal a time or sequence is.
    JOURNAL_INDEX(4);

    private final int code;

    ContainerKind(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }

    static ContainerKind of(int code) {
        for (ContainerKind kind : values()) {
            if (kind.code == code) {
                return kind;
            }
        }
        throw new IllegalArgumentException("unknown kind of container: kind=" + code);
    }
}
