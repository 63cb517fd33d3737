// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.table;

import dev.ashlar.sbe.ir.PrimitiveType;

/// What the values of a column of a file are, and how [ColumnValues] holds them.
public sealed interface SourceType {
    /// Whole numbers in 64 bits; those of [PrimitiveType#UINT64] unsigned.
    ///
    /// @param primitive whose range the file declares
    record Whole(PrimitiveType primitive) implements SourceType {
    }

    /// Exact numbers: digits as a whole number of 64 bits, or of 128 bits if [ColumnValues#high] is used.
    ///
    /// @param scale digits after the point, not negative
    record Decimal(int scale) implements SourceType {
        public Decimal {
            if (scale < 0) {
                throw new IllegalArgumentException("negative scale: scale=" + scale);
            }
        }
    }

    /// The bits of a double, which holds every float exactly.
    ///
    /// @param primitive float or double
    record Real(PrimitiveType primitive) implements SourceType {
    }

    /// Units since 1970-01-01 00:00 UTC.
    record Timestamp(long unitNs) implements SourceType {
    }

    /// Days since 1970-01-01.
    record Date() implements SourceType {
    }

    /// Units since midnight.
    record Time(long unitNs) implements SourceType {
    }

    /// 1 for true, 0 for false.
    record Bool() implements SourceType {
    }

    /// Bytes in UTF-8.
    record Text() implements SourceType {
    }

    /// Bytes in UTF-8 whose type follows from all values of the column, as in CSV.
    record Untyped() implements SourceType {
    }

    /// Values that no column of a table can hold.
    ///
    /// @param problem what they are and what to do: `has lists; …`
    record Unsupported(String problem) implements SourceType {
    }

    /// Whether values are bytes.
    default boolean isBytes() {
        return this instanceof Text || this instanceof Untyped;
    }
}
