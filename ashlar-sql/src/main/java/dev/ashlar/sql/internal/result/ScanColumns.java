// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.result;

import dev.ashlar.query.Column;
import dev.ashlar.query.ColumnBatch;
import dev.ashlar.query.ColumnScan;
import dev.ashlar.query.ColumnVector;
import dev.ashlar.query.Plan;
import dev.ashlar.query.ValueType;
import dev.ashlar.sql.SqlColumn;
import java.sql.JDBCType;
import java.util.ArrayList;
import java.util.List;

/// Columns of a scan in the order of the query, with SQL values.
record ScanColumns(ColumnScan scan, int[] fields, List<SqlColumn> columns) implements ColumnScan {
    /// Whether values of the plan have the types of the columns as they are.
    static boolean isFor(Plan plan, int[] fields, List<SqlColumn> columns) {
        List<Column> found = plan.columns();
        for (int i = 0; i < fields.length; i++) {
            if (!isSame(found.get(fields[i]).type(), columns.get(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isSame(ValueType type, SqlColumn column) {
        return switch (type.kind()) {
            case BOOLEAN -> column.type() == JDBCType.BOOLEAN;
            case INT8, INT16, INT32, INT64 -> column.type() == JDBCType.DECIMAL ? column.scale() == 0
                    : column.type() == integer(type);
            case DECIMAL -> column.type() == JDBCType.DECIMAL && column.scale() == type.scale();
            case REAL -> column.type() == JDBCType.REAL;
            case DOUBLE -> column.type() == JDBCType.DOUBLE;
            case TEXT -> column.type() == JDBCType.VARCHAR || column.type() == JDBCType.CHAR;
            case TIMESTAMP -> column.type() == JDBCType.TIMESTAMP;
        };
    }

    private static JDBCType integer(ValueType type) {
        return switch (type.kind()) {
            case INT8 -> JDBCType.TINYINT;
            case INT16 -> JDBCType.SMALLINT;
            case INT32 -> JDBCType.INTEGER;
            case INT64 -> JDBCType.BIGINT;
            case BOOLEAN, DECIMAL, REAL, DOUBLE, TEXT, TIMESTAMP -> throw new IllegalArgumentException(
                    "not a whole number: type=" + type);
        };
    }

    @Override
    public int readers() {
        return scan.readers();
    }

    @Override
    public Reader reader() {
        return new Columns(scan.reader());
    }

    @Override
    public void stop() {
        scan.stop();
    }

    @Override
    public void close() {
        scan.close();
    }

    private final class Columns implements Reader {
        private final Reader reader;
        private ColumnBatch batch;

        Columns(Reader reader) {
            this.reader = reader;
        }

        @Override
        public boolean next() {
            boolean found = reader.next();
            ColumnBatch read = found ? reader.batch() : null;
            batch = read == null ? null : batch(read);
            return found;
        }

        private ColumnBatch batch(ColumnBatch read) {
            List<ColumnVector> vectors = new ArrayList<>();
            for (int i = 0; i < fields.length; i++) {
                ColumnVector vector = read.columns().get(fields[i]);
                JDBCType type = columns.get(i).type();
                if (vector instanceof ColumnVector.Words words && (type == JDBCType.REAL || type == JDBCType.DOUBLE)) {
                    unsign(words.words(), read.rows());
                }
                vectors.add(vector);
            }
            return new ColumnBatch(read.rows(), vectors);
        }

        /// As above scans, where zero has no sign. The arrays are new for each batch.
        private static void unsign(long[] words, int rows) {
            for (int row = 0; row < rows; row++) {
                words[row] = words[row] == Long.MIN_VALUE ? 0 : words[row];
            }
        }

        @Override
        public int part() {
            return reader.part();
        }

        @Override
        public ColumnBatch batch() {
            return batch;
        }
    }
}
