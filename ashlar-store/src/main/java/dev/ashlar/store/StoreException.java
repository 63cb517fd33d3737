// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import dev.ashlar.sbe.internal.files.FileProblem;
import java.io.IOException;
import java.nio.file.Path;

/// A store operation failed. The store is unchanged unless the reason says otherwise.
public class StoreException extends IOException {
    private static final long serialVersionUID = 1;

    /// What is wrong.
    public enum Reason {
        /// The folder has no store in it.
        NOT_A_STORE("not a store"),
        /// A writer is creating a store in this folder, or died while creating it: the store is empty, and the next
        /// writer completes it.
        UNFINISHED("store was not finished"),
        /// There is a store where none should be.
        EXISTS("there is a store already"),
        /// A later version of Ashlar wrote it.
        VERSION("store of another format version"),
        /// Another process, or this one, has it open for writing.
        LOCKED("store is locked by a writer"),
        /// A file that others refer to is missing.
        MISSING("file of a store is missing"),
        /// A file ends before it should.
        TRUNCATED("file of a store is too short"),
        /// The bytes contradict the format.
        CORRUPT("store is corrupt"),
        /// The disk, or the store's own limit, leaves no room.
        NO_SPACE("no space for the store"),
        /// The schema does not match the store's contents.
        SCHEMA("schema does not fit the store"),
        /// The store has no such table, journal or last-value table.
        UNKNOWN("no such container"),
        /// Missing permission to read or write files.
        ACCESS("store cannot be accessed"),
        /// Written data did not reach the disk: nothing more is written until the store is opened again.
        FAILED("store has failed"),
        /// A reader held retired rows longer than the store may wait; their space was reused.
        REVOKED("view was revoked");

        private final String text;

        Reason(String text) {
            this.text = text;
        }
    }

    private final Reason reason;

    /// @param found what was found, and the limit it breaks
    public StoreException(Reason reason, Path file, String found) {
        super(reason.text + ": " + found + " (" + file + ")");
        this.reason = reason;
    }

    /// @param found what was found, and the limit it breaks
    public StoreException(Reason reason, Path file, String found, Throwable cause) {
        super(reason.text + ": " + found + (cause == null ? "" : ", cause=" + FileProblem.reason(cause, file)) + " ("
                + file + ")", cause);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }
}
