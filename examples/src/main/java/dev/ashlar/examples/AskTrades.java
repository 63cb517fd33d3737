// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.examples;

import dev.ashlar.query.Expr;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.query.Relation;
import dev.ashlar.query.Relations;
import dev.ashlar.query.Result;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Appends trades to a store, and asks it how many there are of each side and what they are worth.
public final class AskTrades {
    private AskTrades() {
    }

    /// Takes the folder of a new store.
    public static void main(String[] arguments) throws IOException {
        run(Path.of(arguments[0]), 1_000_000).forEach(System.out::println);
    }

    static List<String> run(Path folder, int count) throws IOException {
        try (StoreWriter writer = StoreWriter.open(folder, StoreOptions.defaults())) {
            writer.define(Trades.definition());
            Trades.append(writer.appender("Trade"), count);
        }
        List<String> lines = new ArrayList<>();
        try (Store store = Store.open(folder)) {
            Relation trades = Relations.of(store).get("Trade");
            Expr quantity = trades.column("quantity");
            var scan = trades.scan()
                    .where(quantity.gt(Expr.of(0)))
                    .groupBy(trades.column("side"))
                    .count().as("trades")
                    .sum(trades.column("price").times(quantity)).as("value")
                    .orderBy("side", false);
            try (Result result = scan.run(QueryOptions.defaults().withThreads(2))) {
                while (result.next()) {
                    lines.add(result.getText(0) + ": " + result.getLong(1) + " trades, worth "
                            + result.getDecimal(2).toPlainString());
                }
            }
        }
        return lines;
    }
}
