// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest;

import dev.ashlar.store.UnsplitMessages;
import java.util.List;

/// What a [Loader] has done.
///
/// @param messages     recorded in the journal
/// @param messageBytes of these
/// @param skipped      messages skipped at the beginning
/// @param duplicates   messages left out because the journal already had them
/// @param tooLong      messages longer than a chunk of the store, which were not recorded and so are lost
/// @param templates    one entry for each template with messages, in schema order
/// @param refusals     messages in the journal that have no rows, by template and reason
/// @param inputs       what was read, and which parts did not become messages
/// @param elapsedNs    time from the beginning of the first input until everything was stored
/// @param storedBytes  disk space of the store, including its earlier contents; -1 if the system does not report it, or
///                     nothing was stored
/// @param days         days of an archive to which messages were added, oldest first; none for a store
public record LoadReport(long messages, long messageBytes, long skipped, long duplicates, long tooLong,
        List<TemplateRows> templates, List<UnsplitMessages> refusals, List<IngestReport> inputs, long elapsedNs,
        long storedBytes, List<DayRows> days) {
    private static final double NS_PER_S = 1e9;

    /// The messages of one template.
    ///
    /// @param name     of the template, and of the table of its root blocks
    /// @param id       of the template
    /// @param messages recorded, each a row
    /// @param groups   its groups with their entries; nested groups follow the groups that contain them
    public record TemplateRows(String name, int id, long messages, List<GroupRows> groups) {
        public TemplateRows {
            groups = List.copyOf(groups);
        }
    }

    /// The entries of one group.
    ///
    /// @param table table with a row for each entry
    /// @param rows  rows added
    public record GroupRows(String table, long rows) { }

    /// What was added to one day of an archive.
    ///
    /// @param name         of the day
    /// @param added        whether the archive already had the day
    /// @param messages     messages recorded in it
    /// @param messageBytes of these
    /// @param storedBytes  disk space of the day, including its earlier contents
    public record DayRows(String name, boolean added, long messages, long messageBytes, long storedBytes) { }

    public LoadReport {
        days = List.copyOf(days);
        templates = List.copyOf(templates);
        refusals = List.copyOf(refusals);
        inputs = List.copyOf(inputs);
    }

    /// Whether everything read became messages of the schema, and all of these were recorded, as far as can be
    /// determined.
    public boolean isComplete() {
        return tooLong == 0 && refused() == 0 && inputs.stream().allMatch(IngestReport::isComplete);
    }

    /// Messages handled in any way: skip this many to continue after them.
    public long handled() {
        return skipped + duplicates + messages + tooLong;
    }

    /// Messages that have no rows.
    public long refused() {
        return refusals.stream().mapToLong(UnsplitMessages::count).sum();
    }

    /// Packets read.
    public long packets() {
        return inputs.stream().mapToLong(IngestReport::packets).sum();
    }

    /// Bytes of input read, after decompression.
    public long inputBytes() {
        return inputs.stream().mapToLong(IngestReport::bytes).sum();
    }

    public double messagesPerSecond() {
        return messages / seconds();
    }

    public double inputBytesPerSecond() {
        return inputBytes() / seconds();
    }

    private double seconds() {
        return Math.max(1, elapsedNs) / NS_PER_S;
    }
}
