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
/// Results of reading are positive, and else
///
/// | value              | meaning                                                                         |
/// |--------------------|---------------------------------------------------------------------------------|
/// | [Cell#EMPTY]       | the value was lost with power; the record has none until it is written again    |
/// | [Cell#CONTENDED]   | every attempt met the writer, which replaced the value faster than it was read  |
/// | [Cell#CORRUPT]     | the bytes contradict the layout                                                 |
///
/// **Threading**: one thread; readers wait for nobody. Nothing is allocated but when the last-value table has grown:
/// then the keys that are new are noted in an index of this process.
///
/// **Failure**: an `IndexOutOfBoundsException` for a number that the last-value table has not; a
/// [CorruptChunkException] for a record that is damaged or missing, and for a key that is not found, but may be of such
/// a record.
public interface LastValuesReader {
    /// There is no such key, or no further record.
    long ABSENT = -1;

    /// The record of a key that is one integer, an enum's code included.
    ///
    /// @return its number, or [#ABSENT], also where the field cannot hold such a number
    /// @throws IllegalArgumentException if the key is something else
    long find(long key);

    /// The record of a key that is one field of ASCII characters, which are filled up with zeros.
    ///
    /// @return its number, or [#ABSENT], also where the field cannot hold such characters
    /// @throws IllegalArgumentException if the key is something else
    long find(CharSequence key);

    /// The record of any key.
    ///
    /// @param key holds the bytes of its fields, one after the other, as they are in the block
    /// @return its number, or [#ABSENT]
    long find(MemorySegment key, long offset);

    /// The record that comes next: `for (long r = next(ABSENT); r != ABSENT; r = next(r))` visits each key once.
    ///
    /// @param record a number, or [#ABSENT] for the first
    long next(long record);

    /// Copies the value, as long as the block of [LastValues#schema]: what an older writer did not have is null, and
    /// what a newer one had besides is left out.
    ///
    /// @param target      holds a mix of values where the result is negative
    /// @param maxAttempts from 1 to [Cell#MAX_ATTEMPTS]
    /// @return [Cell#version] and [Cell#attempts] in one, or negative
    long read(long record, MemorySegment target, long targetOffset, int maxAttempts);

    /// Reads the value in place.
    ///
    /// @param reader      is called once per attempt; what it read is of one moment only after this returns a positive
    ///                    result. It follows no length in the block.
    /// @param maxAttempts from 1 to [Cell#MAX_ATTEMPTS]
    /// @return [Cell#version] and [Cell#attempts] in one, or negative
    long read(long record, BlockReader reader, int maxAttempts);

    /// The version of the last value of a record: its distance from that of a value that was read tells how fresh that
    /// is. Versions of a key count from 1 and only grow, unless power is lost.
    ///
    /// @return the version, [Cell#EMPTY] or [Cell#CORRUPT]
    long latest(long record);

    /// The key of a record, for people: characters if it is one field of them, else hexadecimal digits.
    String keyText(long record);
}
