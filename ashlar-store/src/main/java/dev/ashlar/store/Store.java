// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.store.internal.v1.store.ReadStore;
import dev.ashlar.store.internal.v1.verify.Verification;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// A store that is open for reading, in the writer's process or another one.
///
/// Readers see rows as they are committed. They never wait, and take no lock that a writer waits for.
///
/// After a loss of power, and before a writer has opened the store again, a reader recovers it in memory: it sees
/// exactly what that writer will find, also on read-only media. Such a reader keeps this view: to see what is written
/// later, open the store again.
///
/// **Threading**: any thread; cursors are for one thread each.
///
/// **Ownership**: the store owns its mappings. Closing it ends everything obtained from it: further use is an
/// `IllegalStateException`.
///
/// **Failure**: opening changes nothing. Damage is local: everything that does not depend on it stays readable. Reading
/// a damaged or missing row, message or file throws an exception; nothing is silently left out.
public interface Store extends AutoCloseable {
    /// Opens the store in a folder for reading.
    ///
    /// @throws StoreException if there is none, or this program cannot read it
    static Store open(Path folder) throws StoreException {
        return open(folder, ReadOptions.defaults());
    }

    /// Opens the store in a folder for reading, with options.
    static Store open(Path folder, ReadOptions options) throws StoreException {
        return ReadStore.open(folder, options);
    }

    Path folder();

    /// All schemas that were ever used in the store, oldest first.
    List<Schema> schemas();

    /// All tables, in the order of their creation.
    List<Table> tables();

    /// The table with this name.
    ///
    /// @throws StoreException with [StoreException.Reason#UNKNOWN] if there is none
    Table table(String name) throws StoreException;

    /// All last-value tables, in the order of their creation.
    List<LastValues> lastValues();

    /// The last-value table with this name.
    ///
    /// @throws StoreException with [StoreException.Reason#UNKNOWN] if there is none
    LastValues lastValues(String name) throws StoreException;

    /// All journals, in the order of their creation.
    List<Journal> journals();

    /// The journal with this name.
    ///
    /// @throws StoreException with [StoreException.Reason#UNKNOWN] if there is none
    Journal journal(String name) throws StoreException;

    /// Tables, journals and last-value tables that cannot be read because their schemas are damaged or missing: name to
    /// reason. The messages of such a journal can be read; its schema is null.
    Map<String, StoreException> unreadable();

    /// Declared indexes of readable tables, in the order of declaration.
    List<DeclaredIndex> indexes();

    /// Checks that a writer could create this journal or continue it. Changes nothing.
    ///
    /// @throws StoreException           with [StoreException.Reason#SCHEMA] and the reason if not
    /// @throws IllegalArgumentException if a block of the schema does not fit into a chunk
    void requireFit(JournalDefinition definition) throws StoreException;

    /// Describes the store and its contents, from its directory.
    StoreInfo info() throws StoreException;

    /// Reads the whole store and reports what is wrong with it. A writer may be active meanwhile.
    ///
    /// @throws StoreException if it cannot be read at all
    default VerifyReport verify(VerifyOptions options) throws StoreException {
        return Verification.of((ReadStore) this, options);
    }

    /// Picks up containers that the writer has created since, and indexes that it has declared or dropped. Finds none
    /// if this reader recovered the store after a loss of power.
    ///
    /// @return whether the store has any containers
    boolean refresh() throws StoreException;

    @Override
    void close() throws StoreException;
}
