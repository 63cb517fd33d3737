// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import dev.ashlar.sbe.internal.files.FileProblem;
import java.io.IOException;
import java.nio.file.Path;

/// A store cannot do what it was asked for. What it holds is as it was before, unless the reason says otherwise.
public class StoreException extends IOException {
    private static final long serialVersionUID = 1;

    /// What is wrong.
    public enum Reason {
        /// The folder has no store in it.
        NOT_A_STORE("not a store"),
        /// A writer is making a store in this folder, or ended while it made it: nothing is in it, and the next writer
        /// goes on.
        UNFINISHED("store was not finished"),
        /// There is a store where none should be.
        EXISTS("there is a store already"),
        /// A later version of Ashlar made it.
        VERSION("store of another format version"),
        /// Another process, or this one, has it open for writing.
        LOCKED("store is locked by a writer"),
        /// A file is missing that others name.
        MISSING("file of a store is missing"),
        /// A file ends before it should.
        TRUNCATED("file of a store is too short"),
        /// The bytes contradict the format.
        CORRUPT("store is corrupt"),
        /// The disk, or the bound that was set for the store, leaves no room.
        NO_SPACE("no space for the store"),
        /// The schema does not fit what the store holds.
        SCHEMA("schema does not fit the store"),
        /// The store has no such table, journal or last-value table.
        UNKNOWN("no such container"),
        /// Files may not be read, or not be written.
        ACCESS("store cannot be accessed"),
        /// What the store wrote did not reach the disk: nothing more is written until it is opened again.
        FAILED("store has failed"),
        /// A reader's rows were given away, since it held them longer than the store may wait.
        REVOKED("view was revoked");

        private final String text;

        Reason(String text) {
            this.text = text;
        }
    }

    private final Reason reason;

    /// @param found what was found, and the bound it breaks
    public StoreException(Reason reason, Path file, String found) {
        super(reason.text + ": " + found + " (" + file + ")");
        this.reason = reason;
    }

    /// @param found what was found, and the bound it breaks
    public StoreException(Reason reason, Path file, String found, Throwable cause) {
        super(reason.text + ": " + found + (cause == null ? "" : ", cause=" + FileProblem.reason(cause, file)) + " ("
                + file + ")", cause);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }
}
