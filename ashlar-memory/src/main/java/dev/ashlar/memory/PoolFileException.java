// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import java.io.IOException;
import java.nio.file.Path;

/// A shared pool cannot be opened. Nothing in its folder was changed by the attempt.
public final class PoolFileException extends IOException {
    private static final long serialVersionUID = 1;

    /// What is wrong.
    public enum Reason {
        /// The file does not belong to a pool.
        FOREIGN("not a pool"),
        /// The file ends before it should.
        TRUNCATED("file of a pool is too short"),
        /// Another version of Ashlar created the pool.
        VERSION("pool of another version"),
        /// The pool was created with other sizes than those requested.
        SIZES("pool has other sizes"),
        /// The bytes contradict the format.
        CORRUPT("pool is corrupt"),
        /// There is no such file.
        MISSING("file of a pool is missing"),
        /// The file may not be read and written: no permission, a read-only disk, or not a file at all.
        ACCESS("pool cannot be read and written"),
        /// The disk has no room for the directory.
        NO_SPACE("no space for a file of a pool"),
        /// The maximum number of processes have the pool open.
        NO_SLOT("too many processes");

        private final String text;

        Reason(String text) {
            this.text = text;
        }
    }

    private final Reason reason;

    /// @param values what was found, and the bound it breaks
    public PoolFileException(Reason reason, Path file, String values) {
        super(reason.text + ": " + values + " (" + file + ")");
        this.reason = reason;
    }

    public PoolFileException(Reason reason, Path file, IOException cause) {
        super(reason.text + ": cause=" + cause + " (" + file + ")", cause);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }
}
