// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import dev.ashlar.memory.AllocationException;

/// A declared index of an open store. It is built by [#build] or at the first lookup, and each reader obtained from it
/// brings it up to date.
///
/// **Threading**: any thread. One thread builds or updates at a time and others wait for it; lookups never wait.
///
/// **Ownership**: the store owns it. Its memory is freed when the store is closed, even if the index is no longer
/// declared.
///
/// **Failure**: if building fails, it is not retried until the store is opened again; [#problem] gives the reason.
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

    /// Why it could not be built or updated; empty if no problem is known.
    String problem();

    /// Builds the index, or adds the rows committed since.
    ///
    /// @throws AllocationException   if there is no memory for it
    /// @throws CorruptChunkException if rows are damaged or missing
    void build() throws AllocationException;

    /// Whether a lookup is better than a scan: always once the index is built; before that, once all scans that called
    /// this method, including this one, together take as long as building the index. So scans and build together never
    /// take more than twice as long as if the number of scans had been known in advance.
    ///
    /// @param scanNs estimated duration of the scan, in nanoseconds of one thread
    boolean pays(long scanNs);

    /// What [#pays] would return for this scan, without counting it.
    boolean wouldPay(long scanNs);

    /// A reader of all current rows, for one thread. Builds or updates the index first.
    ///
    /// @throws IllegalStateException if this is not a hash index
    /// @throws AllocationException   if there is no memory for it
    /// @throws CorruptChunkException if rows are damaged or missing
    HashReader hashReader() throws AllocationException;

    /// The same for a sorted index.
    SortedReader sortedReader() throws AllocationException;

    /// Compares the index with its table, building it first if needed: every row must be found, and nothing else.
    IndexReport verify() throws AllocationException;
}
