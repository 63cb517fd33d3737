// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.store.internal.v1.ReadStore;
import java.nio.file.Path;
import java.util.List;

/// A store that is open for reading, in this process or another than its writer's.
///
/// Readers see rows as they are committed. They take no lock that a writer waits for, and wait for nobody.
///
/// **Threading**: any thread; cursors are for one thread each.
///
/// **Ownership**: the store owns its mappings. Closing it ends all that was got from it: further use is an
/// `IllegalStateException`.
///
/// **Failure**: opening changes nothing. Damage shows where it is: what does not depend on it stays readable.
public interface Store extends AutoCloseable {
    /// Opens the store in a folder for reading.
    ///
    /// @throws StoreException if there is none, or none that this program can read
    static Store open(Path folder) throws StoreException {
        return ReadStore.open(folder);
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

    /// All boards, in the order in which they were made.
    List<Board> boards();

    /// The board of this name.
    ///
    /// @throws StoreException with [StoreException.Reason#UNKNOWN] if there is none
    Board board(String name) throws StoreException;

    /// All journals, in the order in which they were made.
    List<Journal> journals();

    /// The journal of this name.
    ///
    /// @throws StoreException with [StoreException.Reason#UNKNOWN] if there is none
    Journal journal(String name) throws StoreException;

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
    VerifyReport verify(VerifyOptions options) throws StoreException;

    /// Takes note of containers that the writer has made since, and of indexes that it has declared or dropped.
    ///
    /// @return whether there are any containers
    boolean refresh() throws StoreException;

    @Override
    void close() throws StoreException;
}
