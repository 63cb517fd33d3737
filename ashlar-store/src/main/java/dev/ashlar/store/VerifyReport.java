// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import java.nio.file.Path;
import java.util.List;

/// What was found when a store was verified.
///
/// @param findings     what is wrong; none in a sound store
/// @param omitted      how many more was found than are reported
/// @param files        that were looked at
/// @param entries      of chunks that were checked, in use or not
/// @param chunks       in use
/// @param sealedChunks of tables and last-value tables whose rows were compared with their checksums
/// @param rows         in these
/// @param messages     of journals that were compared with their checksums
/// @param bytes        of these rows and messages
/// @param replayed     tables that were compared with the messages of their journal
/// @param indexed      indexes that were built and compared with their tables
public record VerifyReport(List<Finding> findings, long omitted, long files, long entries, long chunks,
        long sealedChunks, long rows, long messages, long bytes, List<Replayed> replayed, List<Indexed> indexed) {
    /// How a declared index, built for this, compares with its table.
    ///
    /// @param index     that was declared
    /// @param rows      with a key, each of which was looked up
    /// @param entries   of the index, each of which was followed
    /// @param unchecked why it could not be built and compared; empty if it was
    public record Indexed(IndexDeclaration index, long rows, long entries, String unchecked) { }

    /// How a table compares with the messages that its rows were made of.
    ///
    /// @param table     its name
    /// @param rows      that were compared
    /// @param differing of these: rows that are not what their messages say
    /// @param unchecked rows that are there and could not be compared, since their messages are damaged
    public record Replayed(String table, long rows, long differing, long unchecked) { }

    /// One thing that is wrong.
    ///
    /// @param container name of the container it concerns; empty if none, or if nobody knows
    /// @param file      in which it is
    /// @param offset    in the file
    /// @param unit      what `first` and `end` count: rows, or positions in a journal
    /// @param first     first of the rows or positions concerned
    /// @param end       after the last of them; equal to `first` if none are
    /// @param found     what was found, and what was expected
    /// @param meaning   what follows from it
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
