// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.export;

import dev.ashlar.bench.tables.DuckDatabase;
import dev.ashlar.measure.Recorder;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;

/// Sums of columns that DuckDB reads from a file of deals. Both shapes have these columns.
record ExportSums(long rows, BigDecimal times, BigDecimal prices, long quantities, long symbolLengths) {
    static ExportSums of(Path file) throws IOException {
        try (DuckDatabase duck = DuckDatabase.inMemory()) {
            return duck.query("SELECT count(*), sum(epoch_ns(\"at\")::HUGEINT)::VARCHAR, sum(price)::VARCHAR, "
                    + "sum(quantity)::BIGINT, sum(length(symbol))::BIGINT FROM '" + file + "'", found -> {
                found.next();
                return new ExportSums(found.getLong(1), new BigDecimal(found.getString(2)),
                        new BigDecimal(found.getString(3)), found.getLong(4), found.getLong(5));
            });
        }
    }

    private static ExportSums of(ExportTable table) {
        BigDecimal times = BigDecimal.ZERO;
        BigDecimal prices = BigDecimal.ZERO;
        long quantities = 0;
        long symbolLengths = 0;
        for (long row = 0; row < table.rows(); row++) {
            times = times.add(BigDecimal.valueOf(table.at(row)));
            prices = prices.add(BigDecimal.valueOf(table.price(row), 9));
            quantities += table.quantity(row);
            symbolLengths += table.symbol(row).length;
        }
        return new ExportSums(table.rows(), times, prices, quantities, symbolLengths);
    }

    void requireThoseOf(ExportTable table) {
        ExportSums expected = of(table);
        Recorder.require(equals(expected), "rows of the file differ: found=" + this + ", expected=" + expected);
    }
}
