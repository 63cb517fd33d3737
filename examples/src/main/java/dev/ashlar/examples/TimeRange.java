// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.examples;

import dev.ashlar.examples.orders.TradeDecoder;
import dev.ashlar.store.Cursor;
import dev.ashlar.store.Store;
import java.io.IOException;
import java.nio.file.Path;

/// Adds up the trades of a range of time.
public final class TimeRange {
    private TimeRange() {
    }

    /// Takes the folder of a store, and two times in nanoseconds since 1970.
    public static void main(String[] arguments) throws IOException {
        System.out.println(run(Path.of(arguments[0]), Long.parseLong(arguments[1]), Long.parseLong(arguments[2])));
    }

    /// @param fromNs first time that counts
    /// @param toNs   first time that counts no longer
    static long run(Path folder, long fromNs, long toNs) throws IOException {
        long quantity = 0;
        TradeDecoder trade = new TradeDecoder();
        try (Store store = Store.open(folder); Cursor cursor = store.table("Trade").cursor()) {
            for (boolean there = cursor.seekTime(fromNs); there && cursor.timeNs() < toNs; there = cursor.next()) {
                trade.wrap(cursor.memory(), cursor.offset(), cursor.blockLength(), cursor.schemaVersion());
                quantity += trade.quantity();
            }
        }
        return quantity;
    }
}
