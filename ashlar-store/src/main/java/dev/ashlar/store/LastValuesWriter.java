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
/// Readers see the old value until the commit, then the new one, never a mix. An uncommitted value does not survive the
/// death of the process.
///
/// After [#claim] the block is all null. After [#update] it is a copy of the current value, with nulls if the key is
/// new and in fields that an older version did not have. Both fill in the key's fields. The block is a buffer of the
/// writer that the commit copies, so only a commit changes the last-value table.
///
/// **Threading**: one thread at a time for all writers of a store.
///
/// **Failure**: if a claim throws, nothing is claimed and the last-value table is unchanged. An `IllegalStateException`
/// if a claim is open, an `IllegalArgumentException` for a key that its field cannot hold.
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

    /// Replaces the value of the key in a block with a copy of the block.
    ///
    /// @param source a block with the length of [LastValues#block]
    /// @return the version of the new value
    long put(MemorySegment source, long offset) throws StoreException;
}
