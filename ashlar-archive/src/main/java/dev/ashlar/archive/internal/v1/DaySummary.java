// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.archive.internal.v1;

import dev.ashlar.archive.Archive;
import dev.ashlar.archive.Archive.Day;
import dev.ashlar.archive.Division;
import dev.ashlar.query.Column;
import dev.ashlar.query.Relation;
import dev.ashlar.query.Relations;
import dev.ashlar.store.ChunkSummary;
import dev.ashlar.store.Journal;
import dev.ashlar.store.RowPrefix;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreException.Reason;
import dev.ashlar.store.StoreInfo;
import dev.ashlar.store.Table;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.zip.CRC32C;

/// Computes what the head says about a day, from its store, without reading rows or messages.
final class DaySummary {
    private static final long MOST = 1L << Archive.BASE_BITS;

    /// @param store closed by its writer, or about to be trusted as if
    /// @param times of the messages of journals, as far as their writer knows them
    /// @throws StoreException if the store is too large for a day
    static Day of(Store store, Division.Period period, Map<String, Span> times) throws StoreException {
        StoreInfo info = store.info();
        List<Archive.Table> tables = new ArrayList<>();
        Relations relations = Relations.of(store);
        for (Table table : store.tables()) {
            require(store, table.name(), table.endRow());
            Span span = span(store, table);
            Relation relation = relations.get(table.name());
            tables.add(new Archive.Table(table.name(), "table", table.rowCount(), span.leastTime(),
                    span.greatestTime(), shape(relation)));
        }
        for (Journal journal : store.journals()) {
            require(store, journal.name(), journal.endPosition());
            Span span = span(store, journal, times.getOrDefault(journal.name(), Span.UNKNOWN));
            tables.add(new Archive.Table(journal.name(), "journal", journal.messageCount(), span.leastTime(),
                    span.greatestTime(), journal.schema() == null ? -1 : shape(relations.get(journal.name()))));
        }
        for (var values : store.lastValues()) {
            tables.add(new Archive.Table(values.name(), "last-values", values.recordCount(), OptionalLong.empty(),
                    OptionalLong.empty(), shape(relations.get(values.name()))));
        }
        return new Day(period, false, info.id(), info.allocatedBytes() < 0 ? info.logicalBytes()
                : info.allocatedBytes(), tables);
    }

    private static void require(Store store, String name, long end) throws StoreException {
        if (end >= MOST) {
            throw new StoreException(Reason.NO_SPACE, store.folder(), "too much for one day of an archive: container="
                    + name + ", end=" + end + ", most=" + MOST + "; divide the archive by hours");
        }
    }

    /// Entries of groups show the time of their message, which is one of its journal.
    private static Span span(Store store, Table table) {
        if (table.prefix() != RowPrefix.PARENT) {
            return ownSpan(table);
        }
        Span span = Span.NOTHING;
        for (Table other : store.tables()) {
            if (other.prefix() == RowPrefix.MESSAGE && other.journal().equals(table.journal())) {
                span = span.and(ownSpan(other));
            }
        }
        return span;
    }

    /// Where each message has a row, times of messages are those of rows. Otherwise only their writer knows them: to
    /// read the journal of a large day takes longer than a feed can wait.
    private static Span span(Store store, Journal journal, Span recorded) {
        Span span = Span.NOTHING;
        long rows = 0;
        boolean whole = journal.firstPosition() == 0;
        if (whole && recorded.known()) {
            return recorded;
        }
        for (Table table : store.tables()) {
            Optional<String> source = table.journal().map(Journal::name);
            if (table.prefix() == RowPrefix.MESSAGE && source.equals(Optional.of(journal.name()))) {
                span = span.and(ownSpan(table));
                rows += table.rowCount();
                whole &= table.rowCount() == table.endRow();
            }
        }
        return whole && rows == journal.messageCount() ? span : Span.UNKNOWN;
    }

    private static Span ownSpan(Table table) {
        if (table.timeOffset().isEmpty()) {
            return Span.UNKNOWN;
        }
        Span span = Span.NOTHING;
        for (ChunkSummary chunk : table.chunks()) {
            if (chunk.rows() > 0) {
                // Times are unsigned there, and signed here.
                boolean known = chunk.sealed() && chunk.minTime() >= 0 && chunk.maxTime() >= 0;
                span = span.and(known ? new Span(true, chunk.minTime(), chunk.maxTime()) : Span.UNKNOWN);
            }
        }
        return span;
    }

    /// The same for all days that have the same columns.
    static long shape(Relation relation) {
        CRC32C crc = new CRC32C();
        for (Column column : relation.columns()) {
            crc.update((column.name() + "\n" + column.type() + "\n" + column.nullable() + "\n")
                    .getBytes(StandardCharsets.UTF_8));
        }
        return crc.getValue();
    }
}
