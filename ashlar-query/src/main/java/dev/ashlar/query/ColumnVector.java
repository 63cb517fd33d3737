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
/// `nulls` has one bit per row, starting at the lowest bit of the first word; 1 means NULL. It is empty if no row is
/// NULL. The value of a NULL row is undefined; in [Texts] it has no bytes. Arrays may be longer than the batch has
/// rows.
///
/// **Threading**: immutable; callers must not write to the arrays.
public sealed interface ColumnVector {
    /// The value of `nulls` if no row is NULL.
    long[] NO_NULLS = {};

    long[] nulls();

    /// Whether any row may be NULL.
    default boolean mayBeNull() {
        return nulls().length > 0;
    }

    /// Whether the value in a row is NULL.
    default boolean isNull(int row) {
        long[] nulls = nulls();
        return nulls.length > 0 && (nulls[row >> 6] >>> row & 1) != 0;
    }

    /// One word per row.
    record Words(long[] words, long[] nulls) implements ColumnVector {
    }

    /// Two words per row, the high word first.
    record WideWords(long[] words, long[] nulls) implements ColumnVector {
    }

    /// One code per row: the index of a text.
    ///
    /// @param texts the texts in UTF-8; elements that no code refers to may be null. Batches of one reader may share
    ///     the array. Two texts may be equal
    record CodedTexts(int[] codes, byte[][] texts, long[] nulls) implements ColumnVector {
    }

    /// Text `i` is in `bytes` from `offsets[i]` to `offsets[i + 1]`.
    record Texts(byte[] bytes, int[] offsets, long[] nulls) implements ColumnVector {
    }
}
