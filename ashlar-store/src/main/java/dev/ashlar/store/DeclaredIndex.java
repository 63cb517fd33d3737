// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import dev.ashlar.memory.AllocationException;

/// An index that was declared in a store, as one opening of the store has it: built when it is first looked up in, or
/// told to by [#build], and brought up to date by each reader that is got from it.
///
/// **Threading**: any thread. One builds or updates at a time, others wait for it; looking up waits for nobody.
///
/// **Ownership**: the store's. Its memory is given back when the store is closed; that of one that is no longer
/// declared, too.
///
/// **Failure**: if it cannot be built, it is not tried again in this opening of the store; [#problem] says why.
public interface DeclaredIndex {
    IndexDeclaration declaration();

    Table table();

    /// Bytes of a key; 8 if it is an integer.
    int keyLength();

    /// Whether the key is one integer, and not bytes.
    boolean isInteger();

    boolean isBuilt();

    /// Bytes off the heap; 0 while it is not built.
    long memoryBytes();

    /// Why it could not be built or kept up; empty if nothing is known to be wrong.
    String problem();

    /// Builds it, or adds the rows that were committed since.
    ///
    /// @throws AllocationException   if there is no memory for it
    /// @throws CorruptChunkException if rows are damaged or missing
    void build() throws AllocationException;

    /// Whether looking up is better than scanning: always, once it is built. Before, when all the scans that asked
    /// here, this one included, take together as long as building does; so they never take more than twice as long as
    /// they would have, had it been known beforehand how many come.
    ///
    /// @param scanNs what the scan would take, in nanoseconds of one thread
    boolean pays(long scanNs);

    /// What [#pays] would say to this scan, without counting it.
    boolean wouldPay(long scanNs);

    /// Looks up in all rows that are there now, for one thread; builds or updates the index before.
    ///
    /// @throws IllegalStateException if it is not of this kind
    /// @throws AllocationException   if there is no memory for it
    /// @throws CorruptChunkException if rows are damaged or missing
    HashReader hashReader() throws AllocationException;

    /// The same of a sorted one.
    SortedReader sortedReader() throws AllocationException;

    /// Compares the index with its table, building it before if need be: whether each row is found, and nothing else.
    IndexReport verify() throws AllocationException;
}
