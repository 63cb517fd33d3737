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
/// The relations are those of the stores, plus a column `_date`: the date of the day, as midnight UTC of that date. A
/// query opens only the stores that can have rows for its conditions on `_date`, `_time` and row numbers. It sees the
/// days that the archive has when the query starts, and rows as they are committed.
///
/// Days may have schemas of different versions. A relation has the columns of all versions; a column that a day lacks
/// is NULL in the rows of that day. Numbers of different lengths or exponents are widened to a type that holds both. If
/// the types of a column cannot be combined, a query fails when it reads the column in a day whose type is not that of
/// the newest day.
///
/// `_row`, `_parent`, `_position` and `_record` number the rows and messages of all days: each value is the number in
/// the store of its day, plus [Day#base].
///
/// **Threading**: any thread.
///
/// **Ownership**: owns the stores that it opens. Closing the archive ends everything obtained from it.
///
/// **Failure**: needs no write access. A query that needs a damaged day fails with an error that names the day; all
/// other days stay readable. [#check] reports damaged days.
public interface Archive extends AutoCloseable {
    /// The numbers of rows, records and journal bytes in one day are below 2 to this power.
    int BASE_BITS = 41;

    /// A day, or hour, of an archive.
    ///
    /// @param period  the time that it covers
    /// @param open    whether this is the open day, which may be written to; `bytes` and `tables` are then unknown
    /// @param storeId id of its store
    /// @param bytes   disk space that the day takes; 0 if it is open
    /// @param tables  its tables, journals and last-value tables; empty if it is open
    record Day(Division.Period period, boolean open, String storeId, long bytes, List<Table> tables) {
        public Day {
            tables = List.copyOf(tables);
        }

        public String name() {
            return period.name();
        }

        /// Offset of the numbers of the day's rows and messages: the half hours from 1970 to its beginning, times 2^41.
        public long base() {
            return Math.floorDiv(period.startNs(), 1_800_000_000_000L) << BASE_BITS;
        }

        /// Rows of all tables of the day; 0 if it is open.
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
    /// @param shape   checksum of the names and types of its columns; -1 if unknown
    record Table(String name, String kind, long rows, OptionalLong minTime, OptionalLong maxTime, long shape) { }

    /// One problem of an archive.
    ///
    /// @param day     name of the day or folder that has the problem; empty if it is the archive itself
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
    /// @throws StoreException if the folder has no archive, or this program cannot read it
    static Archive open(Path folder) throws StoreException {
        return open(folder, ReadOptions.defaults());
    }

    /// Opens the archive in a folder for reading, with options for the stores of its days.
    static Archive open(Path folder, ReadOptions options) throws StoreException {
        return ReadArchive.open(folder, options);
    }

    /// Whether a folder is an archive, complete or not.
    static boolean isArchive(Path folder) {
        return ReadArchive.isArchive(folder);
    }

    Path folder();

    Division division();

    /// The current days, oldest first.
    List<Day> days() throws StoreException;

    /// The indexes that are declared for all days. A day has an index if it has the table and the fields of the index.
    ///
    /// @throws StoreException if the head cannot be read
    List<IndexDeclaration> indexes() throws StoreException;

    /// Opens the store of a day; the caller closes it. The store is the subfolder of the archive with the day's name.
    ///
    /// @throws StoreException if there is no such day, or its store is damaged or is not the one that the head lists
    Store openDay(String day) throws StoreException;

    /// All relations of all days, each by its name in the newest day that has it. Returns the same object until a table
    /// with a new shape appears.
    ///
    /// @throws StoreException if the head cannot be read
    Relations relations() throws StoreException;

    /// Checks the head, and that each day is the store that the head describes.
    ///
    /// @param deep how the stores are verified; empty: stores are only opened, and their files checked
    List<Finding> check(Optional<VerifyOptions> deep) throws StoreException;

    @Override
    void close() throws StoreException;
}
