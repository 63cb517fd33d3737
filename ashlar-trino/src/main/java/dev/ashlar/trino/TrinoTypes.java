// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.trino;

import dev.ashlar.query.Column;
import dev.ashlar.query.ValueType;
import io.trino.spi.type.BigintType;
import io.trino.spi.type.BooleanType;
import io.trino.spi.type.DateType;
import io.trino.spi.type.DecimalType;
import io.trino.spi.type.DoubleType;
import io.trino.spi.type.IntegerType;
import io.trino.spi.type.RealType;
import io.trino.spi.type.SmallintType;
import io.trino.spi.type.TimestampType;
import io.trino.spi.type.TinyintType;
import io.trino.spi.type.Type;
import io.trino.spi.type.VarcharType;

/// Trino types of columns, which match those of Ashlar's SQL.
final class TrinoTypes {
    /// The date column.
    static final String DATE = "_date";

    /// The Trino type of a column. The date column, which only archives have, is a timestamp in scans.
    static Type of(Column column) {
        boolean date = column.index() == 0 && column.name().equals(DATE) && column.type().equals(ValueType.TIMESTAMP);
        return date ? DateType.DATE : of(column.type());
    }

    private static Type of(ValueType type) {
        return switch (type.kind()) {
            case BOOLEAN -> BooleanType.BOOLEAN;
            case INT8 -> TinyintType.TINYINT;
            case INT16 -> SmallintType.SMALLINT;
            case INT32 -> IntegerType.INTEGER;
            case INT64 -> BigintType.BIGINT;
            case DECIMAL -> DecimalType.createDecimalType(type.precision(), type.scale());
            case REAL -> RealType.REAL;
            case DOUBLE -> DoubleType.DOUBLE;
            case TEXT -> type.precision() == 0 ? VarcharType.VARCHAR : VarcharType.createVarcharType(type.precision());
            case TIMESTAMP -> TimestampType.TIMESTAMP_NANOS;
        };
    }
}
