// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.asof;

import java.io.IOException;
import java.nio.file.Path;

/// The trades and quotes of [AsofSuite], for other suites: as a store, or the trades as Parquet.
public final class SmallDay {
    private SmallDay() {
    }

    /// Creates a store of trades and quotes.
    public static void writeStore(Path folder, long trades) throws IOException {
        try (AsofEngine engine = new AsofEngine.Ashlar(folder, 1)) {
            engine.load(trades);
        }
    }

    /// Creates a file of the same trades.
    ///
    /// @param folder folder for DuckDB's database file
    public static void writeParquet(Path folder, Path file, long trades) throws IOException {
        try (AsofEngine.DuckDb engine = new AsofEngine.DuckDb(folder, 1)) {
            engine.load(trades);
            engine.copyTrades(file);
        }
    }
}
