// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.examples.orders.MessageHeaderDecoder;
import dev.ashlar.examples.orders.MessageHeaderEncoder;
import dev.ashlar.examples.orders.Side;
import dev.ashlar.examples.orders.TradeDecoder;
import dev.ashlar.examples.orders.TradeEncoder;
import dev.ashlar.store.Appender;
import dev.ashlar.store.Cursor;
import dev.ashlar.store.Durability;
import dev.ashlar.store.JournalCursor;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.JournalWriter;
import dev.ashlar.store.LastValuesDefinition;
import dev.ashlar.store.LastValuesReader;
import dev.ashlar.store.LastValuesWriter;
import dev.ashlar.store.MessageClaim;
import dev.ashlar.store.RowClaim;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.TableDefinition;
import dev.ashlar.store.ValueClaim;
import dev.ashlar.store.VerifyOptions;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Writes as a newcomer would, one line after the other, across many borders of chunks and extents, and reads every
/// value back.
class ClaimsTest {
    private static final int ROWS = 40_000;
    private static final int KEYS = 20_000;
    /// The least there are, so that borders come often.
    private static final StoreOptions SMALL = new StoreOptions(4096, 16 * 4096, 1 << 26, Durability.NONE,
            Duration.ofMillis(100));

    @TempDir
    Path folder;

    @AfterEach
    void shouldLeaveASoundStore() throws Exception {
        try (Store store = Store.open(folder)) {
            assertTrue(store.verify(VerifyOptions.all()).isSound());
        }
    }

    @Test
    void shouldKeepEachRow() throws Exception {
        TradeEncoder trade = new TradeEncoder();
        try (StoreWriter writer = StoreWriter.open(folder, SMALL)) {
            writer.define(Trades.definition());
            Appender appender = writer.appender("Trade");
            for (int i = 0; i < ROWS; i++) {
                RowClaim row = appender.claim();
                fill(trade.wrap(row.memory(), row.offset()), i).symbol("ASHLAR");
                row.commit();
            }
            assertEquals(ROWS, appender.endRow());
        }
        checkRows();
    }

    @Test
    void shouldKeepRowsClaimedTogether() throws Exception {
        TradeEncoder trade = new TradeEncoder();
        try (StoreWriter writer = StoreWriter.open(folder, SMALL)) {
            writer.define(Trades.definition());
            Appender appender = writer.appender("Trade");
            for (int done = 0; done < ROWS;) {
                RowClaim rows = appender.claim(Math.min(ROWS - done, 1000));
                int count = rows.rows();
                for (int i = 0; i < count; i++) {
                    fill(rows.wrap(trade, i), done + i).symbol("ASHLAR");
                }
                rows.commit();
                done += count;
            }
        }
        checkRows();
    }

    private void checkRows() throws Exception {
        TradeDecoder read = new TradeDecoder();
        try (Store store = Store.open(folder); Cursor cursor = store.table("Trade").cursor()) {
            for (int i = 0; i < ROWS; i++) {
                assertTrue(cursor.next());
                check(read.wrap(cursor.memory(), cursor.offset(), cursor.blockLength(), cursor.schemaVersion()), i);
            }
        }
    }

    @Test
    void shouldKeepEachMessage() throws Exception {
        TradeEncoder trade = new TradeEncoder();
        MessageHeaderEncoder header = new MessageHeaderEncoder();
        try (StoreWriter writer = StoreWriter.open(folder, SMALL)) {
            writer.define(new JournalDefinition("trades", definition().schema()));
            JournalWriter recorder = writer.journalWriter("trades");
            for (int i = 0; i < ROWS; i++) {
                MessageClaim message = recorder.claim(100);
                fill(trade.wrapAndApplyHeader(message.memory(), message.offset(), header), i).symbol("ASHLAR");
                message.commit(MessageHeaderEncoder.ENCODED_LENGTH + (int) trade.encodedLength(), i, i);
            }
        }
        TradeDecoder read = new TradeDecoder();
        MessageHeaderDecoder readHeader = new MessageHeaderDecoder();
        try (Store store = Store.open(folder); JournalCursor cursor = store.journal("trades").cursor()) {
            for (int i = 0; i < ROWS; i++) {
                assertTrue(cursor.next());
                check(read.wrapAndApplyHeader(cursor.memory(), cursor.offset(), readHeader), i);
            }
        }
    }

    @Test
    void shouldKeepTheLastValueOfEachKey() throws Exception {
        TradeEncoder trade = new TradeEncoder();
        try (StoreWriter writer = StoreWriter.open(folder, SMALL)) {
            writer.define(LastValuesDefinition.of(definition().schema(), "Trade", "symbol").withName("last"));
            LastValuesWriter last = writer.lastValuesWriter("last");
            for (int i = 0; i < 2 * KEYS; i++) {
                ValueClaim value = i < KEYS ? last.claim("K" + i % KEYS) : last.update("K" + i % KEYS);
                fill(trade.wrap(value.memory(), value.offset()), i);
                value.commit();
            }
        }
        TradeDecoder read = new TradeDecoder();
        try (Store store = Store.open(folder)) {
            LastValuesReader reader = store.lastValues("last").reader();
            for (int i = 0; i < KEYS; i++) {
                int expected = KEYS + i;
                assertTrue(reader.read(reader.find("K" + i), (memory, offset, blockLength, version) ->
                        check(read.wrap(memory, offset, blockLength, version), expected), 1) > 0);
                assertEquals("K" + i, read.symbol());
            }
        }
    }

    private static TableDefinition definition() throws Exception {
        return Trades.definition();
    }

    private static TradeEncoder fill(TradeEncoder trade, int i) {
        trade.time(Trades.START_NS + i).side(i % 2 == 0 ? Side.BUY : Side.SELL).quantity(3L * i)
                .price().mantissa(7L * i);
        return trade;
    }

    private static void check(TradeDecoder trade, int i) {
        assertEquals(Trades.START_NS + i, trade.time());
        assertEquals(i % 2 == 0 ? Side.BUY : Side.SELL, trade.side());
        assertEquals(3L * i, trade.quantity());
        assertEquals(7L * i, trade.price().mantissa());
    }
}
