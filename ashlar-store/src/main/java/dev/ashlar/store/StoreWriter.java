// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import dev.ashlar.memory.AllocationException;
import dev.ashlar.store.internal.v1.store.WriteStore;
import java.nio.file.Path;

/// A store that is open for writing, by one process at a time and in it once.
///
/// **Threading**: what writes is for one thread at a time; what reads is for any.
///
/// **Ownership**: the kernel lock of the writer, and its mappings. Closing makes all that was committed durable.
///
/// **Failure**: if what was written cannot be made durable, the store has failed: every further commit says so, readers
/// go on, and the next to open it for writing recovers what the disk has.
public interface StoreWriter extends Store {
    /// Opens the store in a folder for writing, and makes it if the folder has none.
    ///
    /// @throws StoreException if another process writes, or the store cannot be recovered
    static StoreWriter open(Path folder, StoreOptions options) throws StoreException {
        return WriteStore.open(folder, options);
    }

    /// What was found and done when the store was opened.
    RecoveryReport recovery();

    /// Makes a table, or finds the one that is as defined. With a newer version of a schema, rows are laid out by that
    /// from here on.
    ///
    /// @throws StoreException with [StoreException.Reason#SCHEMA] if there is one of this name that does not fit
    Table define(TableDefinition definition) throws StoreException;

    /// Makes a last-value table, or finds the one that is as defined. With a newer version of a schema, values are laid
    /// out by that from here on; the record of a key moves when its value is next replaced.
    ///
    /// @throws StoreException with [StoreException.Reason#SCHEMA] if there is one of this name that does not fit
    LastValues define(LastValuesDefinition definition) throws StoreException;

    /// What replaces values of a last-value table; the same for each call.
    ///
    /// @throws StoreException if there is no such last-value table
    LastValuesWriter lastValuesWriter(String lastValues) throws StoreException;

    /// Makes a journal, or finds the one of this name. With a newer version of its schema, messages are split and
    /// rows laid out by that from here on; messages of older versions, too.
    ///
    /// The names of the tables for its messages and their groups are the journal's, although a table comes into being
    /// only with its first row.
    ///
    /// @throws StoreException           with [StoreException.Reason#SCHEMA] if there is another container with this
    ///     name or the name of one of the tables, or the schema does not fit
    /// @throws IllegalArgumentException if a block of the schema does not fit into a chunk
    Journal define(JournalDefinition definition) throws StoreException;

    /// The recorder of a journal.
    ///
    /// @throws StoreException if there is no such journal
    JournalWriter journalWriter(String journal) throws StoreException;

    /// The appender of a table.
    ///
    /// @throws StoreException if there is no such table, or a journal fills it
    Appender appender(String table) throws StoreException;

    /// Declares an index, or finds the one that is as declared. It is durable when this returns; each process builds it
    /// when it first looks up in it.
    ///
    /// @throws StoreException           with [StoreException.Reason#UNKNOWN] if there is no such table
    /// @throws IllegalArgumentException if the fields cannot be a key
    DeclaredIndex declare(IndexDeclaration index) throws StoreException;

    /// Takes a declaration back.
    ///
    /// @return whether there was such an index
    boolean drop(IndexDeclaration index) throws StoreException;

    /// Keeps an index up with each commit of its table, be it of an appender or of a journal, until the index or
    /// the store is closed. A row is in the index when the commit returns.
    ///
    /// @throws IllegalArgumentException if the index is of a table of another store, or was built from another
    ///     opening of this one
    /// @throws AllocationException      if there is no memory for rows that are not in the index yet
    void keepUp(RowIndex index) throws AllocationException;

    /// Makes all that was committed durable.
    void sync() throws StoreException;

    /// How much the loss of power would take now, and for how long it could have. From any thread; waits for nobody.
    SyncLag lag();

    /// Retires rows before `row`, as far as whole chunks go: they are not there for readers who come later, and their
    /// space is used again when those who are there have let go.
    ///
    /// @return the first row that is left
    /// @throws StoreException if there is no such table, or a journal fills it
    long retire(String table, long row) throws StoreException;

    /// Retires messages before `position`, as far as whole chunks go, and of the rows that were made of them as many as
    /// fill whole chunks of their tables.
    ///
    /// @return the position of the first message that is left
    /// @throws StoreException if there is no such journal, or it cannot be made durable up to there
    long retireMessages(String journal, long position) throws StoreException;

    /// The same for messages before the first whose time is not before `timeNs`.
    long retireMessagesBefore(String journal, long timeNs) throws StoreException;

    /// Retires of a table, or of a journal and the tables it fills, what is more than shall be kept.
    ///
    /// @param nowNs from which ages are counted, in nanoseconds since 1970
    /// @return the first row, or the position of the first message, that is left
    /// @throws StoreException if there is neither a journal nor a table of this name, or a journal fills the table
    long retain(String name, Retention retention, long nowNs) throws StoreException;
}
