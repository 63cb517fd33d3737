// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.examples;

import dev.ashlar.examples.orders.TradeDecoder;
import dev.ashlar.store.Cursor;
import dev.ashlar.store.Store;
import java.io.IOException;
import java.nio.file.Path;

/// Follows the trades that another process appends to a store, and ends after some number of them.
public final class FollowTrades {
    private FollowTrades() {
    }

    /// Takes the folder of a store, and how many trades to wait for.
    public static void main(String[] arguments) throws IOException {
        System.out.println(run(Path.of(arguments[0]), Integer.parseInt(arguments[1])));
    }

    static long run(Path folder, int count) throws IOException {
        long quantity = 0;
        TradeDecoder trade = new TradeDecoder();
        try (Store store = Store.open(folder); Cursor cursor = store.table("Trade").cursor()) {
            for (int seen = 0; seen < count;) {
                if (cursor.next()) {
                    trade.wrap(cursor.memory(), cursor.offset(), cursor.blockLength(), cursor.schemaVersion());
                    quantity += trade.quantity();
                    seen++;
                } else {
                    Thread.onSpinWait();
                }
            }
        }
        return quantity;
    }
}
