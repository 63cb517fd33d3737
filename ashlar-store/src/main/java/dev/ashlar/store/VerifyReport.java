// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import java.nio.file.Path;
import java.util.List;

/// The result of verifying a store.
///
/// @param findings     what is wrong; none in a sound store
/// @param omitted      how many further findings are not reported
/// @param files        files that were checked
/// @param entries      directory entries that were checked, of chunks in use or not
/// @param chunks       chunks in use
/// @param sealedChunks sealed chunks of tables and last-value tables whose rows were compared with their checksums
/// @param rows         rows in these chunks
/// @param messages     messages of journals that were compared with their checksums
/// @param bytes        bytes of these rows and messages
/// @param replayed     tables that were compared with the messages of their journal
/// @param indexed      indexes that were built and compared with their tables
public record VerifyReport(List<Finding> findings, long omitted, long files, long entries, long chunks,
        long sealedChunks, long rows, long messages, long bytes, List<Replayed> replayed, List<Indexed> indexed) {
    /// The comparison of a declared index, built for this purpose, with its table.
    ///
    /// @param index     its declaration
    /// @param rows      rows with a key; each was looked up
    /// @param entries   entries of the index; each was followed
    /// @param unchecked why it could not be built and compared; empty if it was
    public record Indexed(IndexDeclaration index, long rows, long entries, String unchecked) { }

    /// The comparison of a table with the messages of its rows.
    ///
    /// @param table     its name
    /// @param rows      rows that were compared
    /// @param differing of these: rows that differ from their messages
    /// @param unchecked rows that could not be compared because their messages are damaged
    public record Replayed(String table, long rows, long differing, long unchecked) { }

    /// One thing that is wrong.
    ///
    /// @param container name of the container it concerns; empty if none, or unknown
    /// @param file      file it is in
    /// @param offset    in the file
    /// @param unit      what `first` and `end` count: rows, or positions in a journal
    /// @param first     first of the rows or positions concerned
    /// @param end       after the last of them; equal to `first` if none are
    /// @param found     what was found, and what was expected
    /// @param meaning   its consequence
    public record Finding(String container, Path file, long offset, String unit, long first, long end, String found,
            String meaning) {
        @Override
        public String toString() {
            return (container.isEmpty() ? "" : container + (end > first ? " " + unit + " " + first + " to " + (end - 1) : "")
                    + ": ") + found + "; " + meaning + " (" + file + " at " + offset + ")";
        }
    }

    public VerifyReport {
        findings = List.copyOf(findings);
        replayed = List.copyOf(replayed);
        indexed = List.copyOf(indexed);
    }

    public boolean isSound() {
        return findings.isEmpty();
    }
}
