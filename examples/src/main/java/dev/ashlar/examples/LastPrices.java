// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.examples;

import dev.ashlar.examples.orders.Side;
import dev.ashlar.examples.orders.TradeDecoder;
import dev.ashlar.examples.orders.TradeEncoder;
import dev.ashlar.sbe.ParseOptions;
import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.store.LastValuesDefinition;
import dev.ashlar.store.LastValuesReader;
import dev.ashlar.store.LastValuesWriter;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.ValueClaim;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;

/// Keeps the last trade of each symbol, and reads one as any other process would.
public final class LastPrices {
    private static final int MAX_ATTEMPTS = 10;

    private LastPrices() {
    }

    /// Takes the folder of a new store.
    public static void main(String[] arguments) throws IOException {
        System.out.println(run(Path.of(arguments[0]), 1_000_000));
    }

    static String run(Path folder, int count) throws IOException {
        try (StoreWriter writer = StoreWriter.open(folder, StoreOptions.defaults())) {
            writer.define(definition());
            replace(writer.lastValuesWriter("last"), count);
            try (Store store = Store.open(folder)) {
                return read(store.lastValues("last").reader(), "ASHLAR");
            }
        }
    }

    private static LastValuesDefinition definition() throws IOException {
        try (InputStream in = LastPrices.class.getResourceAsStream("/orders.xml")) {
            return LastValuesDefinition.of(SchemaParser.parse(in, "orders.xml", ParseOptions.DEFAULT).schema(), "Trade",
                    "symbol").withName("last");
        }
    }

    private static void replace(LastValuesWriter last, int count) throws StoreException {
        TradeEncoder trade = new TradeEncoder();
        for (int i = 0; i < count; i++) {
            // The symbol is there already: it is the key.
            ValueClaim value = last.claim(i % 2 == 0 ? "ASHLAR" : "BRICK");
            value.wrap(trade)
                    .time(Trades.START_NS + i * Trades.STEP_NS)
                    .side(Side.BUY)
                    .quantity(i)
                    .price().mantissa(100_00 + i);
            value.commit();
        }
    }

    private static String read(LastValuesReader reader, String symbol) {
        TradeDecoder trade = new TradeDecoder();
        String[] found = {"none"};
        long record = reader.find(symbol);
        if (record == LastValuesReader.ABSENT) {
            return found[0];
        }
        // May be called several times; what it found last is of one moment if the result is positive.
        long result = reader.read(record, (memory, offset, blockLength, version) -> {
            trade.wrap(memory, offset, blockLength, version);
            found[0] = trade.symbol() + " " + trade.price().mantissa() + " x " + trade.quantity();
        }, MAX_ATTEMPTS);
        return result > 0 ? found[0] : "not now";
    }
}
