// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.archive;

import dev.ashlar.archive.internal.v1.WriteArchive;
import dev.ashlar.store.IndexDeclaration;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// An archive that is open for writing. Only one process can have it open for writing, and only once. It writes to one
/// day at a time, the *open* day; all others are sealed: complete, closed and read-only.
///
/// ```java
/// JournalWriter[] journal = new JournalWriter[1];
/// try (ArchiveWriter archive = ArchiveWriter.open(folder, ArchiveOptions.daily(ZoneId.of("UTC")), (day, store) -> {
///     store.define(new JournalDefinition("feed", schema));
///     journal[0] = store.journalWriter("feed");
/// })) {
///     while (feed.next()) {
///         archive.roll(feed.timeNs());
///         journal[0].record(feed.memory(), feed.offset(), feed.length(), feed.timeNs(), feed.sequence());
///     }
/// }
/// ```
///
/// **Which day a message goes to.** With [#roll], time only moves forward: a message of yesterday that arrives after
/// midnight, or under a clock that jumped back across midnight, goes into the open day. Its `_time` keeps its own
/// value, its `_date` is that of the open day, and queries by `_time` find it, because the head knows the times that
/// each day really has. With [#at], a message goes into the day of its time, and a sealed day is opened again for it.
/// Live feeds roll; loading uses `at`.
///
/// **Threading**: one thread at a time.
///
/// **Ownership**: owns the archive's lock and the store of the open day. Its writers end when another day is opened: an
/// open claim is then aborted, an open batch is published.
///
/// **Failure**: a day appears completely or not at all, whenever the process dies or power is lost. If the head cannot
/// be written, the archive has failed: every further call throws until the archive is opened again, which recovers it.
public interface ArchiveWriter extends AutoCloseable {
    /// Opens the archive in a folder for writing, and creates it if the folder is new or empty. Completes what a writer
    /// that died has begun.
    ///
    /// @param opener called whenever the store of a day is opened
    /// @throws StoreException if another process has it open for writing, the archive is damaged, its division differs
    ///     from that of the options, or the folder contains something else
    static ArchiveWriter open(Path folder, ArchiveOptions options, DayOpener opener) throws StoreException {
        return WriteArchive.open(folder, options, opener);
    }

    Path folder();

    Division division();

    /// Returns the store of the day that a time is in, or of the newest day if that is later. If the time is in a new
    /// day, seals the open day and opens the new one, which takes as long as closing a store: some milliseconds at
    /// least. Otherwise costs one comparison.
    ///
    /// @param timeNs nanoseconds since 1970
    /// @return valid until the next call that opens another day
    StoreWriter roll(long timeNs) throws StoreException;

    /// Returns the store of the day that a time is in, even if newer days exist. If another day is open, seals it; a
    /// sealed day is opened again.
    ///
    /// @return valid until the next call that opens another day
    StoreWriter at(long timeNs) throws StoreException;

    /// The end of the day whose store is open, exclusive, in nanoseconds since 1970; [Long#MIN_VALUE] if none is open.
    long endNs();

    /// The open day; empty if all are sealed.
    Optional<Division.Period> openDay();

    /// All days, oldest first. The open day has no summary.
    List<Archive.Day> days();

    /// The indexes that are declared for all days.
    List<IndexDeclaration> indexes();

    /// Declares an index for the archive: in each day that has the table and its fields, including days that are
    /// created, added or opened later. A table that is created in an open day gets the index when the day is closed.
    /// Opens and seals one day after the other; afterwards no day is open. The index is listed once all days have it.
    /// If the call fails before that, the days that have the index are intact, and the call can be repeated.
    ///
    /// @return number of days that have the index
    /// @throws StoreException           with [StoreException.Reason#UNKNOWN] if no day has such a table
    /// @throws IllegalArgumentException if the fields cannot be a key in the newest day that has the table
    int declare(IndexDeclaration index) throws StoreException;

    /// Drops an index of the archive in all days, one after the other. The index is removed from the list first.
    ///
    /// @return whether the archive or one of its days had it
    boolean drop(IndexDeclaration index) throws StoreException;

    /// Seals the open day, if there is one.
    void seal() throws StoreException;

    /// Lists a day that was copied into the archive, from a backup or another archive: a closed store in a subfolder
    /// that has the name of a day. Checks the structure of the store, and makes it durable and read-only. If the
    /// archive has indexes, the open day is sealed, and the added day gets the indexes.
    ///
    /// @param day name of the folder
    /// @throws StoreException if the day is already listed, or its store is incomplete or was not closed
    Archive.Day add(String day) throws StoreException;

    /// Drops a day and deletes its files. Readers that have the day open can finish; its space is freed when they close
    /// it.
    ///
    /// @throws StoreException if there is no such day, or it is the open day
    void drop(String day) throws StoreException;

    /// Like [#drop(String)], but also drops the open day if its store cannot be opened; such a day blocks all writing.
    /// The contents of the day are lost.
    ///
    /// @throws StoreException if there is no such day, or the day is open and can be sealed, or recovered later
    void dropDamaged(String day) throws StoreException;

    /// Drops the oldest days that exceed a retention; never the open day, and never the newest.
    ///
    /// @param dryRun whether it only reports what it would drop
    RetentionReport retain(ArchiveRetention retention, boolean dryRun) throws StoreException;

    /// Closes the store of the open day. The day itself stays open for the next writer.
    @Override
    void close() throws StoreException;
}
