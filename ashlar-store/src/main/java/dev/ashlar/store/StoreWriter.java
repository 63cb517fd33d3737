// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import dev.ashlar.memory.AllocationException;
import dev.ashlar.store.internal.v1.store.WriteStore;
import java.nio.file.Path;

/// A store that is open for writing: by one process at a time, and once in that process.
///
/// **Threading**: methods that write are for one thread at a time, methods that read for any thread.
///
/// **Ownership**: owns the writer's kernel lock and its mappings. Closing makes everything committed durable.
///
/// **Failure**: if written data cannot be made durable, the store has failed: every further commit throws, readers
/// continue, and the next writer that opens it recovers what is on the disk.
public interface StoreWriter extends Store {
    /// Opens the store in a folder for writing, and creates it if the folder has none.
    ///
    /// @throws StoreException if another process writes, or the store cannot be recovered
    static StoreWriter open(Path folder, StoreOptions options) throws StoreException {
        return WriteStore.open(folder, options);
    }

    /// What recovery found and did when the store was opened.
    RecoveryReport recovery();

    /// Creates a table, or finds an existing one that matches. If the schema is a newer version, new rows use its
    /// layout from here on.
    ///
    /// @throws StoreException with [StoreException.Reason#SCHEMA] if there is one with this name that does not match
    Table define(TableDefinition definition) throws StoreException;

    /// Creates a last-value table, or finds an existing one that matches. If the schema is a newer version, new values
    /// use its layout from here on; the record of a key moves when its value is next replaced.
    ///
    /// @throws StoreException with [StoreException.Reason#SCHEMA] if there is one with this name that does not match
    LastValues define(LastValuesDefinition definition) throws StoreException;

    /// The writer of a last-value table; the same object for each call.
    ///
    /// @throws StoreException if there is no such last-value table
    LastValuesWriter lastValuesWriter(String lastValues) throws StoreException;

    /// Creates a journal, or finds the one with this name. If the schema is a newer version, messages are split and
    /// rows laid out by it from here on, messages of older versions included.
    ///
    /// The journal reserves the names of the tables for its messages and their groups, although a table is created only
    /// with its first row.
    ///
    /// @throws StoreException           with [StoreException.Reason#SCHEMA] if another container has this name or the
    ///     name of one of the tables, or the schema does not match
    /// @throws IllegalArgumentException if a block of the schema does not fit into a chunk
    Journal define(JournalDefinition definition) throws StoreException;

    /// The writer of a journal.
    ///
    /// @throws StoreException if there is no such journal
    JournalWriter journalWriter(String journal) throws StoreException;

    /// The appender of a table.
    ///
    /// @throws StoreException if there is no such table, or a journal fills it
    Appender appender(String table) throws StoreException;

    /// Declares an index, or finds the same declaration. The declaration is durable when this returns; each process
    /// builds the index at its first lookup.
    ///
    /// @throws StoreException           with [StoreException.Reason#UNKNOWN] if there is no such table
    /// @throws IllegalArgumentException if the fields cannot be a key
    DeclaredIndex declare(IndexDeclaration index) throws StoreException;

    /// Drops the declaration of an index.
    ///
    /// @return whether there was such an index
    boolean drop(IndexDeclaration index) throws StoreException;

    /// Updates an index with each commit to its table, whether by an appender or a journal, until the index or the
    /// store is closed. A row is in the index when the commit returns.
    ///
    /// @throws IllegalArgumentException if the index belongs to a table of another store, or was built from another
    ///     opening of this one
    /// @throws AllocationException      if there is no memory for rows that are not in the index yet
    void keepUp(RowIndex index) throws AllocationException;

    /// Defers the syncs of [Durability#COMMIT]: readers see every commit from here on at once, and one sync at
    /// [#endBatch] makes all of them durable, in all tables and journals.
    ///
    /// @throws IllegalStateException if a batch is open
    void beginBatch();

    /// Ends a batch. With [Durability#COMMIT], everything committed is durable when this returns.
    ///
    /// @throws IllegalStateException if no batch is open
    void endBatch() throws StoreException;

    /// Makes everything committed durable.
    void sync() throws StoreException;

    /// How much a loss of power would lose now, and for how long that data has been at risk. Any thread; never waits.
    SyncLag lag();

    /// Retires rows before `row`, in whole chunks. Later readers do not see them; their space is reused once current
    /// readers have released them.
    ///
    /// @return the first row that is left
    /// @throws StoreException if there is no such table, or a journal fills it
    long retire(String table, long row) throws StoreException;

    /// Retires messages before `position`, in whole chunks, and those of their rows that fill whole chunks of their
    /// tables.
    ///
    /// @return the position of the first message that is left
    /// @throws StoreException if there is no such journal, or it cannot be made durable up to there
    long retireMessages(String journal, long position) throws StoreException;

    /// Retires messages before the first whose time is not before `timeNs`, likewise.
    long retireMessagesBefore(String journal, long timeNs) throws StoreException;

    /// Retires what exceeds a retention, from a table, or from a journal and the tables it fills.
    ///
    /// @param nowNs the time from which ages are counted, in nanoseconds since 1970
    /// @return the first row, or the position of the first message, that is left
    /// @throws StoreException if there is neither a journal nor a table of this name, or a journal fills the table
    long retain(String name, Retention retention, long nowNs) throws StoreException;
}
