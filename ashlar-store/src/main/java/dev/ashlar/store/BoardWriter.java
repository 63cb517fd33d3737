// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import java.lang.foreign.MemorySegment;

/// Replaces values of a board, and adds keys.
///
/// ```java
/// encoder.wrap(writer.memory(), writer.update("ASHLAR")).quantity(100);
/// writer.commit();
/// ```
///
/// [#claim] and [#update] begin the next value of a key, which may be new; each ends in exactly one commit or abort.
/// Readers have the value before until the commit, then the next, never a mix. What was not committed is not there
/// after the death of the process.
///
/// After [#claim] the caller fills in all of the block: other bytes are there. After [#update] the block is a copy of
/// the current value, or null where the key is new or an older version had no value. In both the key's fields are
/// filled in already.
///
/// **Threading**: one thread at a time, the same that uses the store's other writers, or one after the other.
///
/// **Failure**: after an exception of a claim nothing is claimed, and the board is as it was. An
/// `IllegalStateException` if a claim is open, an `IllegalArgumentException` for a key that its field cannot hold.
public interface BoardWriter {
    /// Begins the next value of a key that is one integer.
    ///
    /// @return where the block begins in [#memory]
    /// @throws StoreException if there is no space for a new key, or the record is damaged
    long claim(long key) throws StoreException;

    /// Begins the next value of a key that is one field of ASCII characters.
    long claim(CharSequence key) throws StoreException;

    /// Begins the next value of any key.
    ///
    /// @param key holds the bytes of its fields, one after the other
    long claim(MemorySegment key, long offset) throws StoreException;

    /// Begins to change some fields of the value of a key that is one integer.
    ///
    /// @return where the block begins in [#memory]
    /// @throws StoreException if there is no space for a new key, or the record is damaged
    long update(long key) throws StoreException;

    /// Begins to change some fields of the value of a key that is one field of ASCII characters.
    long update(CharSequence key) throws StoreException;

    /// Begins to change some fields of the value of any key.
    ///
    /// @param key holds the bytes of its fields, one after the other
    long update(MemorySegment key, long offset) throws StoreException;

    /// Memory of what was claimed last.
    MemorySegment memory();

    /// Makes the value current.
    ///
    /// @return its version, 1 for the first of a key
    /// @throws StoreException        if it shall be durable and cannot be made so; then the store has failed
    /// @throws IllegalStateException if nothing is claimed, or the block has another key now; then the claim is given
    ///     up
    long commit() throws StoreException;

    /// Gives up what was claimed; without a claim it does nothing.
    void abort();

    /// Replaces the value of the key that a block has by a copy of the block.
    ///
    /// @param source holds a block of the length of [Board#block]
    /// @return its version
    long put(MemorySegment source, long offset) throws StoreException;
}
