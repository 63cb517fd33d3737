// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.examples;

import dev.ashlar.archive.ArchiveOptions;
import dev.ashlar.archive.ArchiveWriter;
import dev.ashlar.examples.orders.MessageHeaderEncoder;
import dev.ashlar.examples.orders.OrderEncoder;
import dev.ashlar.examples.orders.Side;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.JournalWriter;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.TableDefinition;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;

/// What the surroundings of blocks have in common. They import it statically.
public final class BlockBase {
    private BlockBase() {
    }

    public static Schema schema() throws IOException {
        return Trades.definition().schema();
    }

    /// Makes a store of a table `Trade`.
    public static void fillTrades(Path folder, int count) throws IOException {
        try (StoreWriter writer = StoreWriter.open(folder, StoreOptions.defaults())) {
            writer.define(Trades.definition());
            Trades.append(writer.appender("Trade"), count);
        }
    }

    /// Makes an archive of one day, 2026-01-05, of a table `Trade`.
    public static void archiveTrades(Path folder, int count) throws IOException {
        long timeNs = Instant.parse("2026-01-05T12:00:00Z").getEpochSecond() * 1_000_000_000;
        TableDefinition trades = Trades.definition();
        try (ArchiveWriter archive = ArchiveWriter.open(folder, ArchiveOptions.daily(ZoneOffset.UTC), (_, store) ->
                store.define(trades))) {
            Trades.append(archive.at(timeNs).appender("Trade"), count);
        }
    }

    /// Makes a store of a journal `orders`, with orders 0, 1, 2 ….
    public static void fillOrders(Path folder, int count) throws IOException {
        MemorySegment memory = MemorySegment.ofArray(new byte[256]);
        OrderEncoder order = new OrderEncoder();
        try (StoreWriter writer = StoreWriter.open(folder, StoreOptions.defaults())) {
            writer.define(new JournalDefinition("orders", schema()));
            JournalWriter recorder = writer.journalWriter("orders");
            for (int i = 0; i < count; i++) {
                order.wrapAndApplyHeader(memory, 0, new MessageHeaderEncoder()).orderId(i).symbol("ASHLAR").side(Side.BUY)
                        .limitPrice().mantissa(100_00);
                order.legsCount(0);
                order.note("");
                recorder.record(memory, 0, (int) (MessageHeaderEncoder.ENCODED_LENGTH + order.encodedLength()), i, i);
            }
        }
    }
}
