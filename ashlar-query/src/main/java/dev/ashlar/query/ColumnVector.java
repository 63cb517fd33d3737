// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

/// The values of one column in the rows of a [ColumnBatch].
///
/// | kind         | types                                                       | a value                            |
/// |--------------|-------------------------------------------------------------|------------------------------------|
/// | [Words]      | `BOOLEAN`                                                   | 0 or 1                             |
/// |              | `INT8`…`INT64`                                              | the number                         |
/// |              | `TIMESTAMP`                                                 | nanoseconds since 1970             |
/// |              | `REAL`, `DOUBLE`                                            | `Double.doubleToRawLongBits`       |
/// |              | `DECIMAL` where all values fit                              | the digits, at the column's scale  |
/// | [WideWords]  | other `DECIMAL`                                             | the same in two words              |
/// | [CodedTexts] | `TEXT` of few different values                              | an index into a list of texts      |
/// | [Texts]      | other `TEXT`                                                | UTF-8                              |
///
/// `nulls` has one bit a row, the first lowest, which is 1 for NULL; it is empty if no row is NULL. What a value is
/// where its bit is 1 does not matter, but [Texts] has no bytes there. Arrays may be longer than the batch has rows.
///
/// **Threading**: immutable for whoever does not write to the arrays, and nobody may.
public sealed interface ColumnVector {
    /// For `nulls`: there are none.
    long[] NO_NULLS = {};

    long[] nulls();

    /// Whether some row may be NULL.
    default boolean mayBeNull() {
        return nulls().length > 0;
    }

    /// Whether the value in a row is NULL.
    default boolean isNull(int row) {
        long[] nulls = nulls();
        return nulls.length > 0 && (nulls[row >> 6] >>> row & 1) != 0;
    }

    /// One word a row.
    record Words(long[] words, long[] nulls) implements ColumnVector {
    }

    /// Two words a row, the high one first.
    record WideWords(long[] words, long[] nulls) implements ColumnVector {
    }

    /// One code a row: the index of a text.
    ///
    /// @param texts in UTF-8, null beyond those that codes lead to; the same array in many batches of a reader. Two
    ///     may be equal
    record CodedTexts(int[] codes, byte[][] texts, long[] nulls) implements ColumnVector {
    }

    /// Text `i` is in `bytes` from `offsets[i]` to `offsets[i + 1]`.
    record Texts(byte[] bytes, int[] offsets, long[] nulls) implements ColumnVector {
    }
}
