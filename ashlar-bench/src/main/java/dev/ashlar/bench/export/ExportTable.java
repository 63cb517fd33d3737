// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.export;

import static dev.ashlar.bench.tables.StoreTables.BYTE;
import static dev.ashlar.bench.tables.StoreTables.FLOAT;
import static dev.ashlar.bench.tables.StoreTables.LONG;
import static dev.ashlar.bench.tables.StoreTables.SHORT;

import dev.ashlar.bench.tables.Column;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.LongUnaryOperator;

/// The values of deals, by their number: 18 columns of a trading day.
///
/// @param rows number of rows
record ExportTable(long rows) {
    private static final String[] VENUES =
            {"Amsterdam", "Chicago", "Frankfurt", "London", "NewYork", "Paris", "Tokyo", "Zurich"};
    private static final long FIRST_NS = 1_700_000_000_000_000_000L;
    private static final int STEP_NS = 20_000;
    private static final long TICK = 10_000_000;
    private static final int TICKS = 5000;
    private static final int GAP = 37;

    List<Column> columns() {
        return List.of(
                new Column("\"at\" TIMESTAMP_NS", (memory, at, row) -> memory.set(LONG, at, at(row)),
                        (to, row) -> to.appendEpochNanos(at(row))),
                Column.longs("tradeId", row -> 1_000_000 + row),
                Column.longs("orderId", row -> mix(row, 2) % 100_000_000),
                Column.longs("sequence", row -> row * GAP + mix(row, 3) % GAP),
                Column.texts("symbol", 8, this::symbol),
                Column.texts("account", 12, row -> ("acct-" + mix(row, 5) % 20_000).getBytes(StandardCharsets.US_ASCII)),
                decimals("price", this::price),
                decimals("stop", row -> mix(row, 7) % 4 == 0 ? (9_000 + mix(row, 8) % TICKS) * TICK : Long.MIN_VALUE),
                Column.ints("quantity", this::quantity),
                Column.ints("remaining", row -> mix(row, 10) % 3 == 0 ? Integer.MIN_VALUE : (int) (mix(row, 11) % 500)),
                Column.doubles("ratio", row -> mix(row, 12) / (double) Long.MAX_VALUE),
                new Column("weight FLOAT", (memory, at, row) -> memory.set(FLOAT, at, weight(row)),
                        (to, row) -> to.append(weight(row))),
                new Column("side VARCHAR", (memory, at, row) -> memory.set(BYTE, at, (byte) (1 + side(row))),
                        (to, row) -> to.append(side(row) == 0 ? "Buy" : "Sell")),
                new Column("venue VARCHAR", (memory, at, row) -> memory.set(BYTE, at, (byte) venue(row)),
                        (to, row) -> to.append(VENUES[venue(row)])),
                new Column("flags_Late BOOLEAN, flags_Odd BOOLEAN",
                        (memory, at, row) -> memory.set(BYTE, at, (byte) flags(row)), (to, row) -> {
                    to.append((flags(row) & 1) != 0);
                    to.append((flags(row) & 2) != 0);
                }),
                new Column("level TINYINT", (memory, at, row) -> memory.set(BYTE, at, (byte) level(row)),
                        (to, row) -> to.append((byte) level(row))),
                new Column("hops SMALLINT", (memory, at, row) -> memory.set(SHORT, at, (short) hops(row)),
                        (to, row) -> to.append((short) hops(row))));
    }

    /// @param units value in units of 10^-9; the least number stands for NULL
    private static Column decimals(String name, LongUnaryOperator units) {
        return new Column(name + " DECIMAL(19, 9)", Column.longs(name, units).field(), (to, row) -> {
            if (units.applyAsLong(row) == Long.MIN_VALUE) {
                to.appendNull();
            } else {
                to.append(BigDecimal.valueOf(units.applyAsLong(row), 9));
            }
        });
    }

    long at(long row) {
        return FIRST_NS + row * STEP_NS + mix(row, 1) % STEP_NS;
    }

    byte[] symbol(long row) {
        return ("S" + (1000 + mix(row, 4) % 1000)).getBytes(StandardCharsets.US_ASCII);
    }

    /// In units of 10^-9.
    long price(long row) {
        return (10_000 + mix(row, 6) % TICKS) * TICK;
    }

    int quantity(long row) {
        return 1 + (int) (mix(row, 9) % 1000);
    }

    private float weight(long row) {
        return mix(row, 13) % 10_000 / 16f;
    }

    /// From 0.
    private int side(long row) {
        return (int) (mix(row, 14) & 1);
    }

    private int venue(long row) {
        return (int) (mix(row, 15) & 7);
    }

    /// Two bits.
    private int flags(long row) {
        return (int) (mix(row, 16) & 3);
    }

    private int level(long row) {
        return (int) (mix(row, 17) % 10);
    }

    private int hops(long row) {
        return (int) (mix(row, 18) % 300);
    }

    private static long mix(long row, int column) {
        long mixed = (row * 32 + column) * 0x9e37_79b9_7f4a_7c15L;
        mixed = (mixed ^ mixed >>> 32) * 0xd6e8_feb8_6659_fd93L;
        return (mixed ^ mixed >>> 29) & Long.MAX_VALUE;
    }
}
