// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.append;

import dev.ashlar.bench.append.codec.QuoteDecoder;
import dev.ashlar.bench.append.codec.TradeDecoder;
import dev.ashlar.bench.append.codec.TradeEncoder;
import dev.ashlar.sbe.ParseOptions;
import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.store.Appender;
import dev.ashlar.store.Cursor;
import dev.ashlar.store.Durability;
import dev.ashlar.store.RowClaim;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.Table;
import dev.ashlar.store.TableDefinition;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;

/// A table of Ashlar's store.
final class StoreLog implements RowLog {
    enum Way {
        /// Each trade is claimed, filled and committed; each quote copied.
        ROWS,
        /// All available rows are claimed, filled and committed together; quotes are copied in bulk.
        BATCHES
    }

    private final Work work;
    private final Way way;
    private final Arena arena = Arena.ofConfined();
    private final MemorySegment messages = arena.allocate((long) Quotes.COUNT * Quotes.MESSAGE_LENGTH, 64);
    private final MemorySegment blocks = arena.allocate((long) Quotes.COUNT * Quotes.BLOCK_LENGTH, 64);
    private final TradeEncoder trade = new TradeEncoder();
    private final StoreWriter store;
    private final Table table;
    private final Appender appender;

    StoreLog(Path folder, Work work, Way way, Promise promise) throws IOException {
        this.work = work;
        this.way = way;
        Quotes.writeMessages(messages);
        Quotes.writeBlocks(blocks);
        store = StoreWriter.open(folder, options(promise));
        table = store.define(TableDefinition.of(schema(), work == Work.TRADES ? TradeRow.NAME : Quotes.NAME));
        appender = store.appender(table.name());
    }

    static StoreOptions options(Promise promise) {
        return StoreOptions.defaults().withSyncInterval(Duration.ofMillis(Promise.INTERVAL_MS))
                .withDurability(switch (promise) {
                    case NONE -> Durability.NONE;
                    case INTERVAL -> Durability.INTERVAL;
                    case COMMIT -> Durability.COMMIT;
                });
    }

    static Schema schema() throws IOException {
        try (InputStream xml = StoreLog.class.getResourceAsStream("append-benchmark.xml")) {
            return SchemaParser.parse(xml, "append-benchmark.xml", ParseOptions.DEFAULT).schema();
        }
    }

    Table table() {
        return table;
    }

    @Override
    public void append(long first, int rows) throws IOException {
        switch (work) {
            case TRADES -> {
                if (way == Way.ROWS) {
                    tradeByTrade(first, rows);
                } else {
                    tradesTogether(first, rows);
                }
            }
            case QUOTES -> {
                if (way == Way.ROWS) {
                    quoteByQuote(first, rows);
                } else {
                    quotesTogether(first, rows);
                }
            }
        }
    }

    private void tradeByTrade(long first, int rows) throws IOException {
        for (long row = first; row < first + rows; row++) {
            RowClaim claim = appender.claim();
            put(claim.wrap(trade), row);
            claim.commit();
        }
    }

    private void tradesTogether(long first, int rows) throws IOException {
        for (int done = 0; done < rows;) {
            RowClaim claim = appender.claim(rows - done);
            int claimed = claim.rows();
            for (int i = 0; i < claimed; i++) {
                put(claim.wrap(trade, i), first + done + i);
            }
            claim.commit();
            done += claimed;
        }
    }

    static void put(TradeEncoder trade, long row) {
        trade.tradeId(row).clientId(TradeRow.clientId(row)).venueCode(TradeRow.VENUE)
                .instrumentCode(TradeRow.instrument(row)).price(TradeRow.price(row)).quantity(TradeRow.quantity(row))
                .side(TradeRow.side(row));
    }

    private void quoteByQuote(long first, int rows) throws IOException {
        for (long row = first; row < first + rows; row++) {
            appender.append(messages, (row & Quotes.MASK) * Quotes.MESSAGE_LENGTH + Quotes.HEADER_LENGTH,
                    Quotes.BLOCK_LENGTH);
        }
    }

    private void quotesTogether(long first, int rows) throws IOException {
        for (int done = 0; done < rows;) {
            long from = first + done & Quotes.MASK;
            int now = (int) Math.min(rows - done, Quotes.COUNT - from);
            appender.appendAll(blocks, from * Quotes.BLOCK_LENGTH, now);
            done += now;
        }
    }

    @Override
    public void sync() throws IOException {
        store.sync();
    }

    @Override
    public long readBack(long rows) throws IOException {
        long digest = 0;
        long found = 0;
        TradeDecoder trades = new TradeDecoder();
        QuoteDecoder quotes = new QuoteDecoder();
        try (Cursor cursor = table.cursor()) {
            while (cursor.next()) {
                found++;
                if (work == Work.TRADES) {
                    trades.wrap(cursor.memory(), cursor.offset(), cursor.blockLength(), cursor.schemaVersion());
                    digest = Work.step(digest, trades.tradeId(), trades.price(), trades.quantity());
                } else {
                    quotes.wrap(cursor.memory(), cursor.offset(), cursor.blockLength(), cursor.schemaVersion());
                    digest = Work.step(digest, quotes.quoteId(), quotes.bidPrice(), quotes.askSize());
                }
            }
        }
        if (found != rows) {
            throw new IOException("not all rows are there: rows=" + found + ", expected=" + rows);
        }
        return digest;
    }

    @Override
    public void close() throws IOException {
        store.close();
        arena.close();
    }
}
