// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export;

import dev.ashlar.sql.SqlColumn;
import dev.ashlar.sql.SqlExporter;
import dev.ashlar.sql.SqlResult;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;

/// The columns of an answer as those of a file, and how values are written to them.
///
/// **Threading**: one thread.
final class ParquetRows extends WriteSupport<SqlResult> {
    private static final int INT_DIGITS = 9;
    private static final int LONG_DIGITS = 18;

    /// Writes a value that is not NULL.
    @FunctionalInterface
    private interface Put {
        void put(Object value, RecordConsumer to);
    }

    private final List<String> names;
    private final MessageType schema;
    private final List<Put> puts = new ArrayList<>();
    private RecordConsumer consumer;

    ParquetRows(SqlResult result) {
        names = SqlExporter.distinctNames(result.columns());
        List<Type> types = new ArrayList<>();
        for (SqlColumn column : result.columns()) {
            types.add(type(column, names.get(column.index())));
            puts.add(put(column, result));
        }
        schema = new MessageType("row", types);
    }

    Builder writer(OutputFile file) {
        return new Builder(file, this);
    }

    /// Makes the library's writer.
    static final class Builder extends ParquetWriter.Builder<SqlResult, Builder> {
        private final ParquetRows rows;

        private Builder(OutputFile file, ParquetRows rows) {
            super(file);
            this.rows = rows;
            withConf(new PlainParquetConfiguration());
        }

        @Override
        protected Builder self() {
            return this;
        }

        // Of the old kind; abstract all the same.
        @Deprecated
        @Override
        protected WriteSupport<SqlResult> getWriteSupport(Configuration ignored) {
            return rows;
        }

        @Override
        protected WriteSupport<SqlResult> getWriteSupport(ParquetConfiguration ignored) {
            return rows;
        }
    }

    private static Type type(SqlColumn column, String name) {
        return switch (column.type()) {
            case BOOLEAN -> primitive(column, PrimitiveTypeName.BOOLEAN).named(name);
            case TINYINT -> primitive(column, PrimitiveTypeName.INT32)
                    .as(LogicalTypeAnnotation.intType(Byte.SIZE, true)).named(name);
            case SMALLINT -> primitive(column, PrimitiveTypeName.INT32)
                    .as(LogicalTypeAnnotation.intType(Short.SIZE, true)).named(name);
            case INTEGER -> primitive(column, PrimitiveTypeName.INT32)
                    .as(LogicalTypeAnnotation.intType(Integer.SIZE, true)).named(name);
            case BIGINT -> primitive(column, PrimitiveTypeName.INT64)
                    .as(LogicalTypeAnnotation.intType(Long.SIZE, true)).named(name);
            case DECIMAL -> decimal(column).named(name);
            case REAL -> primitive(column, PrimitiveTypeName.FLOAT).named(name);
            case DOUBLE -> primitive(column, PrimitiveTypeName.DOUBLE).named(name);
            case TIMESTAMP -> primitive(column, PrimitiveTypeName.INT64)
                    .as(LogicalTypeAnnotation.timestampType(false, TimeUnit.NANOS)).named(name);
            case DATE -> primitive(column, PrimitiveTypeName.INT32).as(LogicalTypeAnnotation.dateType()).named(name);
            case TIME -> primitive(column, PrimitiveTypeName.INT64)
                    .as(LogicalTypeAnnotation.timeType(false, TimeUnit.NANOS)).named(name);
            default -> primitive(column, PrimitiveTypeName.BINARY).as(LogicalTypeAnnotation.stringType()).named(name);
        };
    }

    private static Types.PrimitiveBuilder<org.apache.parquet.schema.PrimitiveType> primitive(SqlColumn column,
            PrimitiveTypeName type) {
        return column.nullable() ? Types.optional(type) : Types.required(type);
    }

    private static Types.PrimitiveBuilder<org.apache.parquet.schema.PrimitiveType> decimal(SqlColumn column) {
        LogicalTypeAnnotation type = LogicalTypeAnnotation.decimalType(column.scale(), column.precision());
        if (column.precision() <= LONG_DIGITS) {
            return primitive(column, column.precision() <= INT_DIGITS ? PrimitiveTypeName.INT32
                    : PrimitiveTypeName.INT64).as(type);
        }
        return primitive(column, PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY).length(decimalBytes(column.precision()))
                .as(type);
    }

    /// As few as hold all numbers of this many digits.
    private static int decimalBytes(int digits) {
        return BigInteger.TEN.pow(digits).bitLength() / Byte.SIZE + 1;
    }

    private static Put put(SqlColumn column, SqlResult result) {
        return switch (column.type()) {
            case BOOLEAN -> (value, to) -> to.addBoolean((Boolean) value);
            case TINYINT, SMALLINT, INTEGER -> (value, to) -> to.addInteger(((Long) value).intValue());
            case BIGINT, TIMESTAMP -> (value, to) -> to.addLong((Long) value);
            case DECIMAL -> decimalPut(column);
            case REAL -> (value, to) -> to.addFloat(((Double) value).floatValue());
            case DOUBLE -> (value, to) -> to.addDouble((Double) value);
            case DATE -> (value, to) -> to.addInteger(Math.toIntExact(((LocalDate) value).toEpochDay()));
            case TIME -> (value, to) -> to.addLong(((LocalTime) value).toNanoOfDay());
            default -> (_, to) -> to.addBinary(Binary.fromString(result.text(column.index())));
        };
    }

    private static Put decimalPut(SqlColumn column) {
        int scale = column.scale();
        if (column.precision() <= INT_DIGITS) {
            return (value, to) -> to.addInteger(digits(value, scale).intValueExact());
        }
        if (column.precision() <= LONG_DIGITS) {
            return (value, to) -> to.addLong(digits(value, scale).longValueExact());
        }
        int length = decimalBytes(column.precision());
        return (value, to) -> {
            byte[] digits = digits(value, scale).toByteArray();
            byte[] bytes = new byte[length];
            Arrays.fill(bytes, (byte) (digits[0] >> Byte.SIZE - 1));
            System.arraycopy(digits, 0, bytes, length - digits.length, digits.length);
            to.addBinary(Binary.fromConstantByteArray(bytes));
        };
    }

    /// All digits of a number, without the point. None is ever lost: a number has no more than its column.
    private static BigInteger digits(Object value, int scale) {
        return ((BigDecimal) value).setScale(scale).unscaledValue();
    }

    // Of the old kind; abstract all the same.
    @Deprecated
    @Override
    public WriteContext init(Configuration configuration) {
        return new WriteContext(schema, Map.of());
    }

    @Override
    public WriteContext init(ParquetConfiguration configuration) {
        return new WriteContext(schema, Map.of());
    }

    @Override
    public void prepareForWrite(RecordConsumer recordConsumer) {
        consumer = recordConsumer;
    }

    @Override
    public void write(SqlResult row) {
        consumer.startMessage();
        for (int i = 0; i < puts.size(); i++) {
            Object value = row.get(i);
            if (value != null) {
                consumer.startField(names.get(i), i);
                puts.get(i).put(value, consumer);
                consumer.endField(names.get(i), i);
            }
        }
        consumer.endMessage();
    }
}
