// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.archive;

import dev.ashlar.archive.internal.v1.ReadArchive;
import dev.ashlar.query.Relations;
import dev.ashlar.store.IndexDeclaration;
import dev.ashlar.store.ReadOptions;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.VerifyOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// A folder of stores, one for each day or hour, read as one.
///
/// ```java
/// try (Archive archive = Archive.open(folder)) {
///     Relation trades = archive.relations().get("Trade");
///     try (Result result =
/// trades.scan().where(trades.column("_date").ge(Expr.of(Instant.parse("2026-01-05T00:00:00Z"))))
///             .groupBy(trades.column("symbol")).sum(trades.column("quantity")).run(QueryOptions.defaults())) {
///         while (result.next()) {
///             System.out.println(result.getText(0) + " " + result.getDecimal(1));
///         }
///     }
/// }
/// ```
///
/// Relations are those of the stores, with a column `_date`: the date of the day, as the beginning of that day in UTC.
/// A query opens only the stores that its conditions on `_date`, `_time` and row numbers leave over. It sees the days
/// that the archive has when it starts, and rows as they are committed.
///
/// Days may have schemas of different versions. A relation has the columns of all of them; what a day does not have is
/// NULL there. Numbers of different lengths or exponents are read as numbers that hold both. A column whose types have
/// nothing in common is an error for queries that read it in a day whose type is not that of the newest day.
///
/// `_row`, `_parent`, `_position` and `_record` number rows and messages of all days: each is the number in the store
/// of its day plus the day's [Day#base].
///
/// **Threading**: any thread.
///
/// **Ownership**: owns the stores that it opens. Closing it ends everything obtained from it.
///
/// **Failure**: needs no write access. A damaged day is an error for queries that need it, with its name; all other
/// days stay readable, and [#check] reports it.
public interface Archive extends AutoCloseable {
    /// Rows, records and journal bytes of one day are below 2 to this power.
    int BASE_BITS = 41;

    /// A day, or hour, of an archive.
    ///
    /// @param period  its stretch of time
    /// @param open    whether it is the open day, which may be written; nothing else is known of it then
    /// @param storeId id of its store
    /// @param bytes   disk space that it takes; 0 if it is open
    /// @param tables  what it holds; empty if it is open
    record Day(Division.Period period, boolean open, String storeId, long bytes, List<Table> tables) {
        public Day {
            tables = List.copyOf(tables);
        }

        public String name() {
            return period.name();
        }

        /// What is added to the numbers of its rows and messages: half hours from 1970 to its beginning, times 2^41.
        public long base() {
            return Math.floorDiv(period.startNs(), 1_800_000_000_000L) << BASE_BITS;
        }

        /// Rows of all its tables; 0 if it is open.
        public long rows() {
            return tables.stream().filter(table -> table.kind().equals("table")).mapToLong(Table::rows).sum();
        }
    }

    /// A table, journal or last-value table of a sealed day.
    ///
    /// @param kind    `table`, `journal` or `last-values`
    /// @param rows    rows, messages or records
    /// @param minTime least `_time` of its rows, in nanoseconds since 1970; empty if unknown
    /// @param maxTime greatest, likewise
    /// @param shape   checksum of names and types of its columns; -1 if unknown
    record Table(String name, String kind, long rows, OptionalLong minTime, OptionalLong maxTime, long shape) { }

    /// One thing that is wrong with an archive.
    ///
    /// @param day     name of the day or folder that it concerns; empty if it is the archive
    /// @param found   what was found
    /// @param meaning its consequence, and what to do
    record Finding(String day, String found, String meaning) {
        @Override
        public String toString() {
            return (day.isEmpty() ? "" : day + ": ") + found + "; " + meaning;
        }
    }

    /// Opens the archive in a folder for reading.
    ///
    /// @throws StoreException if there is none, or this program cannot read it
    static Archive open(Path folder) throws StoreException {
        return open(folder, ReadOptions.defaults());
    }

    /// Opens the archive in a folder for reading, with options for the stores of its days.
    static Archive open(Path folder, ReadOptions options) throws StoreException {
        return ReadArchive.open(folder, options);
    }

    /// Whether a folder has an archive in it, whole or not.
    static boolean isArchive(Path folder) {
        return ReadArchive.isArchive(folder);
    }

    Path folder();

    Division division();

    /// The current days, oldest first.
    List<Day> days() throws StoreException;

    /// The indexes that are declared for all days. A day has those for which it has the table and its fields.
    ///
    /// @throws StoreException if the head cannot be read
    List<IndexDeclaration> indexes() throws StoreException;

    /// The store of a day; the caller closes it. It lies in the folder of the archive that has the day's name.
    ///
    /// @throws StoreException if there is no such day, or its store is damaged or is another than the head says
    Store openDay(String day) throws StoreException;

    /// All relations of all days, by the names that they have in the newest day that has them. The same object until
    /// another shape of a table appears.
    ///
    /// @throws StoreException if the head cannot be read
    Relations relations() throws StoreException;

    /// Checks the head, and that each day is the store that the head describes.
    ///
    /// @param deep how the stores are verified, too; empty: they are only opened
    List<Finding> check(Optional<VerifyOptions> deep) throws StoreException;

    @Override
    void close() throws StoreException;
}
