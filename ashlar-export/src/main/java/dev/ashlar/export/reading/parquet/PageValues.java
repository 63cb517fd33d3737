// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export.reading.parquet;

import dev.ashlar.export.reading.codec.DamagedException;
import dev.ashlar.ingest.table.ColumnValues;
import java.io.IOException;

/// The values of a page that are not NULL, in an encoding. Values are taken in order, each once.
///
/// **Threading**: one thread.
interface PageValues {
    /// Takes numbers as they are stored: 32 bits with their sign, 64 bits, the bits of floats and doubles, 1 and 0.
    ///
    /// @param at index of the first
    default void numbers(long[] to, int at, int count) throws DamagedException {
        throw new DamagedException("encoding is not one of numbers");
    }

    /// Takes bytes.
    default void bytes(ColumnValues to, int at, int count) throws IOException {
        throw new DamagedException("encoding is not one of bytes");
    }
}
