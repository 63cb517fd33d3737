// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.store.internal.v1.store.ReadStore;
import dev.ashlar.store.internal.v1.verify.Verification;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// A store that is open for reading, in this process or another than its writer's.
///
/// Readers see rows as they are committed. They take no lock that a writer waits for, and wait for nobody.
///
/// After a loss of power, and before a writer has opened the store again, a reader recovers it in memory: it sees
/// exactly what that writer will find, also on read-only media. Such a reader keeps this view; what is written later is
/// seen by those who open the store after.
///
/// **Threading**: any thread; cursors are for one thread each.
///
/// **Ownership**: the store owns its mappings. Closing it ends all that was got from it: further use is an
/// `IllegalStateException`.
///
/// **Failure**: opening changes nothing. Damage shows where it is: what does not depend on it stays readable. What is
/// damaged or missing is an exception when it is read, be it a row, a message or a whole file, and never left out.
public interface Store extends AutoCloseable {
    /// Opens the store in a folder for reading.
    ///
    /// @throws StoreException if there is none, or none that this program can read
    static Store open(Path folder) throws StoreException {
        return open(folder, ReadOptions.defaults());
    }

    /// The same, read as the options say.
    static Store open(Path folder, ReadOptions options) throws StoreException {
        return ReadStore.open(folder, options);
    }

    Path folder();

    /// All schemas that the store came to know, oldest first.
    List<Schema> schemas();

    /// All tables, in the order in which they were made.
    List<Table> tables();

    /// The table of this name.
    ///
    /// @throws StoreException with [StoreException.Reason#UNKNOWN] if there is none
    Table table(String name) throws StoreException;

    /// All last-value tables, in the order in which they were made.
    List<LastValues> lastValues();

    /// The last-value table of this name.
    ///
    /// @throws StoreException with [StoreException.Reason#UNKNOWN] if there is none
    LastValues lastValues(String name) throws StoreException;

    /// All journals, in the order in which they were made.
    List<Journal> journals();

    /// The journal of this name.
    ///
    /// @throws StoreException with [StoreException.Reason#UNKNOWN] if there is none
    Journal journal(String name) throws StoreException;

    /// Tables, journals and last-value tables that cannot be read since their schemas are damaged or missing, by name,
    /// and why. The messages of such a journal can be read; its schema is null.
    Map<String, StoreException> unreadable();

    /// Indexes that are declared, of tables that can be read, in the order in which they were.
    List<DeclaredIndex> indexes();

    /// Asks whether a writer could make this journal, or go on with it; changes nothing.
    ///
    /// @throws StoreException           with [StoreException.Reason#SCHEMA] if not, and why
    /// @throws IllegalArgumentException if a block of the schema does not fit into a chunk
    void requireFit(JournalDefinition definition) throws StoreException;

    /// Says what the store is and holds, from its directory.
    StoreInfo info() throws StoreException;

    /// Reads the whole store and says what is wrong with it. A writer may be at work meanwhile.
    ///
    /// @throws StoreException if it cannot be read at all
    default VerifyReport verify(VerifyOptions options) throws StoreException {
        return Verification.of((ReadStore) this, options);
    }

    /// Takes note of containers that the writer has made since, and of indexes that it has declared or dropped; of none
    /// where this reader recovered the store after a loss of power.
    ///
    /// @return whether there are any containers
    boolean refresh() throws StoreException;

    @Override
    void close() throws StoreException;
}
