// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export;

import dev.ashlar.sql.SqlColumn;
import dev.ashlar.sql.SqlResult;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.JDBCType;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// An answer of random columns: of all types, of few or many different values, sorted or not, in runs, with and without
/// NULL. The same rows each time that it is opened.
final class RandomRows {
    private static final int NULL_RUN = 50;

    /// What values a column has.
    private enum Shape {
        CONSTANT, RUNS, FEW, SORTED, SMALL, ALL
    }

    /// @param nulls of a hundred rows; 100 for all
    private record Kind(SqlColumn column, Shape shape, int nulls, long seed) { }

    private final List<Kind> kinds = new ArrayList<>();
    private final int rows;

    RandomRows(SplittableRandom random, int columns, int rows) {
        this.rows = rows;
        for (int i = 0; i < columns; i++) {
            int nulls = new int[] {0, 0, 3, 50, 97, 100}[random.nextInt(6)];
            kinds.add(new Kind(column(i, random, nulls > 0 || random.nextBoolean()), Shape.values()[random.nextInt(
                    Shape.values().length)], nulls, random.nextLong()));
        }
    }

    private static SqlColumn column(int index, SplittableRandom random, boolean nullable) {
        List<JDBCType> types = List.of(JDBCType.BOOLEAN, JDBCType.TINYINT, JDBCType.SMALLINT, JDBCType.INTEGER,
                JDBCType.BIGINT, JDBCType.DECIMAL, JDBCType.DECIMAL, JDBCType.REAL, JDBCType.DOUBLE, JDBCType.VARCHAR,
                JDBCType.VARCHAR, JDBCType.TIMESTAMP, JDBCType.DATE, JDBCType.TIME);
        JDBCType type = types.get(random.nextInt(types.size()));
        int precision = type == JDBCType.DECIMAL ? 1 + random.nextInt(38) : 0;
        int scale = type == JDBCType.DECIMAL ? random.nextInt(precision + 1) : 0;
        return new SqlColumn(index, "c" + index, type, precision, scale, nullable);
    }

    List<SqlColumn> columns() {
        return kinds.stream().map(Kind::column).toList();
    }

    SqlResult open() {
        return new Rows();
    }

    private final class Rows implements SqlResult {
        private final List<SplittableRandom> randoms = new ArrayList<>();
        private final Object[] values = new Object[kinds.size()];
        private final Object[] last = new Object[kinds.size()];
        private int row = -1;

        Rows() {
            kinds.forEach(kind -> randoms.add(new SplittableRandom(kind.seed)));
        }

        @Override
        public List<SqlColumn> columns() {
            return RandomRows.this.columns();
        }

        @Override
        public boolean next() {
            if (++row >= rows) {
                return false;
            }
            for (int i = 0; i < values.length; i++) {
                SplittableRandom random = randoms.get(i);
                Kind kind = kinds.get(i);
                boolean isNull = kind.nulls == 50 ? row / NULL_RUN % 2 == 0 : random.nextInt(100) < kind.nulls;
                last[i] = bits(kind.shape, random, (Long) last[i]);
                values[i] = isNull ? null : value(kind.column, (Long) last[i], random);
            }
            return true;
        }

        private long bits(Shape shape, SplittableRandom random, Long before) {
            return switch (shape) {
                case CONSTANT -> before == null ? random.nextLong() : before;
                case RUNS -> before == null || random.nextInt(20) == 0 ? random.nextLong(5) * 0x1234_5678_9abcL
                        : before;
                case FEW -> new SplittableRandom(random.nextLong(200)).nextLong();
                case SORTED -> (before == null ? -5_000_000 : before) + random.nextInt(1_000);
                case SMALL -> random.nextInt(-1_000, 1_000);
                case ALL -> random.nextInt(50) == 0 ? random.nextBoolean() ? Long.MIN_VALUE : Long.MAX_VALUE
                        : random.nextLong();
            };
        }

        @Override
        public Object get(int column) {
            return values[column];
        }

        @Override
        public void close() {
            row = rows;
        }
    }

    private static Object value(SqlColumn column, long bits, SplittableRandom random) {
        return switch (column.type()) {
            case BOOLEAN -> (bits & 1) != 0;
            case TINYINT -> (long) (byte) bits;
            case SMALLINT -> (long) (short) bits;
            case INTEGER -> (long) (int) bits;
            case BIGINT -> bits;
            // DuckDB keeps two values for infinite times.
            case TIMESTAMP -> bits >> 1;
            case REAL -> (double) (random.nextInt(40) == 0 ? Float.NaN : (float) bits / 8);
            case DOUBLE -> random.nextInt(40) == 0 ? Double.NEGATIVE_INFINITY : bits / 8.0;
            case DECIMAL -> new BigDecimal(BigInteger.valueOf(bits).multiply(BigInteger.valueOf(bits >> 3))
                    .remainder(BigInteger.TEN.pow(column.precision())), column.scale());
            case DATE -> LocalDate.ofEpochDay(bits % 1_000_000);
            case TIME -> LocalTime.ofNanoOfDay(Math.floorMod(bits, 86_400_000_000L) * 1000);
            default -> bits % 7 == 0 ? "" : bits % 11 == 0 ? "Zürich €" + "x".repeat((int) Math.floorMod(bits, 300L))
                    : "text " + bits;
        };
    }
}
