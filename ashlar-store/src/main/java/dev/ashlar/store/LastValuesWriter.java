// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import java.lang.foreign.MemorySegment;

/// Replaces values of a last-value table, and adds keys.
///
/// ```java
/// ValueClaim value = writer.update("ASHLAR");
/// trade.wrap(value.memory(), value.offset()).quantity(100);
/// value.commit();
/// ```
///
/// [#claim] and [#update] begin the next value of a key, which may be new; each ends in exactly one commit or abort.
/// Readers have the value before until the commit, then the next, never a mix. What was not committed is not there
/// after the death of the process.
///
/// After [#claim] the block is all null, after [#update] it is a copy of the current value; null where the key is new,
/// and in fields that an older version did not have. In both, the key's fields are filled in already. The block is a
/// buffer of the writer that the commit copies, so nothing but a commit ever changes the last-value table.
///
/// **Threading**: one thread at a time, the same that uses the store's other writers, or one after the other.
///
/// **Failure**: after an exception of a claim nothing is claimed, and the last-value table is as it was. An
/// `IllegalStateException` if a claim is open, an `IllegalArgumentException` for a key that its field cannot hold.
public interface LastValuesWriter {
    /// Begins the next value of a key that is one integer.
    ///
    /// @return the claim, the same object each time
    /// @throws StoreException if there is no space for a new key, or the record is damaged
    ValueClaim claim(long key) throws StoreException;

    /// Begins the next value of a key that is one field of ASCII characters.
    ValueClaim claim(CharSequence key) throws StoreException;

    /// Begins the next value of any key.
    ///
    /// @param key holds the bytes of its fields, one after the other
    ValueClaim claim(MemorySegment key, long offset) throws StoreException;

    /// Begins to change some fields of the value of a key that is one integer.
    ///
    /// @return the claim, the same object each time
    /// @throws StoreException if there is no space for a new key, or the record is damaged
    ValueClaim update(long key) throws StoreException;

    /// Begins to change some fields of the value of a key that is one field of ASCII characters.
    ValueClaim update(CharSequence key) throws StoreException;

    /// Begins to change some fields of the value of any key.
    ///
    /// @param key holds the bytes of its fields, one after the other
    ValueClaim update(MemorySegment key, long offset) throws StoreException;

    /// Replaces the value of the key that a block has by a copy of the block.
    ///
    /// @param source holds a block of the length of [LastValues#block]
    /// @return its version
    long put(MemorySegment source, long offset) throws StoreException;
}
