// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.examples;

import dev.ashlar.examples.orders.Side;
import dev.ashlar.examples.orders.TradeEncoder;
import dev.ashlar.sbe.ParseOptions;
import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.store.Appender;
import dev.ashlar.store.RowClaim;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.TableDefinition;
import java.io.IOException;
import java.io.InputStream;

/// The table of trades that the other examples share.
final class Trades {
    /// One trade every millisecond, from here on.
    static final long START_NS = 1_700_000_000_000_000_000L;
    static final long STEP_NS = 1_000_000;

    /// Named and laid out as the message of the schema; searched by its time.
    static TableDefinition definition() throws IOException {
        try (InputStream in = Trades.class.getResourceAsStream("/orders.xml")) {
            return TableDefinition.of(SchemaParser.parse(in, "orders.xml", ParseOptions.DEFAULT).schema(), "Trade")
                    .withTimeField("time");
        }
    }

    /// Appends trades of 1, 2, 3 … pieces.
    static void append(Appender appender, int count) throws StoreException {
        TradeEncoder trade = new TradeEncoder();
        for (int i = 0; i < count; i++) {
            long row = appender.endRow();
            RowClaim claim = appender.claim();
            claim.wrap(trade)
                    .time(START_NS + row * STEP_NS)
                    .symbol("ASHLAR")
                    .side(row % 2 == 0 ? Side.BUY : Side.SELL)
                    .quantity(row + 1)
                    .price().mantissa(100_00 + row);
            claim.commit();
        }
    }
}
