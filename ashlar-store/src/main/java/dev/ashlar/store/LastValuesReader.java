// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import dev.ashlar.flow.Cell;
import java.lang.foreign.MemorySegment;

/// Finds the records of a last-value table and reads their values.
///
/// ```java
/// long record = reader.find("ASHLAR");
/// long result = reader.read(record, memory, 0, 3);
/// if (result > 0) {
///     // memory has a value of one moment: version Cell.version(result)
/// }
/// ```
///
/// Results of reading are positive; otherwise one of
///
/// | value              | meaning                                                                         |
/// |--------------------|---------------------------------------------------------------------------------|
/// | [Cell#EMPTY]       | the value was lost with power; the record has none until it is written again    |
/// | [Cell#CONTENDED]   | every attempt met the writer, which replaced the value faster than it was read  |
/// | [Cell#CORRUPT]     | the bytes contradict the layout                                                 |
///
/// **Threading**: one thread; readers never wait. Allocates only when the last-value table has grown: new keys are then
/// added to an index of this process.
///
/// **Failure**: an `IndexOutOfBoundsException` for a number without a record; a [CorruptChunkException] for a record
/// that is damaged or missing, and for a key that is not found but may belong to such a record.
public interface LastValuesReader {
    /// There is no such key, or no further record.
    long ABSENT = -1;

    /// The record of a key that is one integer, an enum's code included.
    ///
    /// @return its number, or [#ABSENT], also where the field cannot hold such a number
    /// @throws IllegalArgumentException if the key is something else
    long find(long key);

    /// The record of a key that is one field of ASCII characters, padded with zeros.
    ///
    /// @return its number, or [#ABSENT], also where the field cannot hold such characters
    /// @throws IllegalArgumentException if the key is something else
    long find(CharSequence key);

    /// The record of any key.
    ///
    /// @param key the bytes of its fields, one after the other, as they are in the block
    /// @return its number, or [#ABSENT]
    long find(MemorySegment key, long offset);

    /// The next record: `for (long r = next(ABSENT); r != ABSENT; r = next(r))` visits each key once.
    ///
    /// @param record a number, or [#ABSENT] for the first
    /// @throws CorruptChunkException instead of returning [#ABSENT] if there are records whose keys cannot be read; all
    ///     others have been visited then
    long next(long record);

    /// Copies the value, with the length of the block of [LastValues#schema]: fields that an older writer did not have
    /// are null, and additional fields of a newer one are left out.
    ///
    /// @param target      undefined if the result is negative: it may be a mix of values
    /// @param maxAttempts from 1 to [Cell#MAX_ATTEMPTS]
    /// @return [Cell#version] and [Cell#attempts] in one, or negative
    long read(long record, MemorySegment target, long targetOffset, int maxAttempts);

    /// Reads the value in place.
    ///
    /// @param reader      called once per attempt; what it read is consistent only once this returns a positive result.
    ///                    It must not follow a length in the block.
    /// @param maxAttempts from 1 to [Cell#MAX_ATTEMPTS]
    /// @return [Cell#version] and [Cell#attempts] in one, or negative
    long read(long record, BlockReader reader, int maxAttempts);

    /// The version of the latest value of a record: compared with the version of a value that was read, it tells how
    /// stale that value is. Versions of a key count from 1 and only grow, unless power is lost.
    ///
    /// @return the version, [Cell#EMPTY] or [Cell#CORRUPT]
    long latest(long record);

    /// The key of a record, for display: characters if it is one field of characters, else hexadecimal digits.
    String keyText(long record);
}
