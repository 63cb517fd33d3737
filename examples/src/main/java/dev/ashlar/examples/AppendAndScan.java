// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.examples;

import dev.ashlar.examples.orders.Side;
import dev.ashlar.examples.orders.TradeDecoder;
import dev.ashlar.store.Cursor;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import java.io.IOException;
import java.nio.file.Path;

/// Appends trades to a store, closes it, opens it again and adds up what was bought.
public final class AppendAndScan {
    private AppendAndScan() {
    }

    /// Takes the folder of a new store.
    public static void main(String[] arguments) throws IOException {
        System.out.println(run(Path.of(arguments[0]), 1_000_000));
    }

    static long run(Path folder, int count) throws IOException {
        try (StoreWriter writer = StoreWriter.open(folder, StoreOptions.defaults())) {
            writer.define(Trades.definition());
            Trades.append(writer.appender("Trade"), count);
        }
        long bought = 0;
        TradeDecoder trade = new TradeDecoder();
        try (Store store = Store.open(folder); Cursor cursor = store.table("Trade").cursor()) {
            while (cursor.next()) {
                trade.wrap(cursor.memory(), cursor.offset(), cursor.blockLength(), cursor.schemaVersion());
                if (trade.side() == Side.BUY) {
                    bought += trade.quantity();
                }
            }
        }
        return bought;
    }
}
