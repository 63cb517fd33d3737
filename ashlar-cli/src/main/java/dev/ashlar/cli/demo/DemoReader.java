// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.demo;

import dev.ashlar.ingest.sample.SampleTotals;
import dev.ashlar.ingest.sample.SampleTotals.Sum;
import dev.ashlar.ingest.sample.codec.BookUpdateDecoder;
import dev.ashlar.ingest.sample.codec.EntryType;
import dev.ashlar.ingest.sample.codec.MessageHeaderDecoder;
import dev.ashlar.ingest.sample.codec.QuoteDecoder;
import dev.ashlar.ingest.sample.codec.SecurityDefinitionDecoder;
import dev.ashlar.ingest.sample.codec.Side;
import dev.ashlar.ingest.sample.codec.TradeDecoder;
import dev.ashlar.store.Cursor;
import dev.ashlar.store.JournalCursor;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// Reads the sample feed back from a store, by flyweights made from its schema, and compares it with what was written:
/// once from the tables, once from the journal.
public final class DemoReader {
    private final Store store;
    private final SampleTotals written;
    private final List<String> differences = new ArrayList<>();
    private int compared;

    public DemoReader(Store store, SampleTotals written) {
        this.store = store;
        this.written = written;
    }

    /// The number of totals compared so far.
    public int compared() {
        return compared;
    }

    /// Differences from what was written; empty if all is well.
    public List<String> differences() {
        return differences;
    }

    /// Reads and sums the rows of trades, quotes and price levels, and counts all rows.
    ///
    /// @return rows that were read
    public long readTables() throws StoreException {
        for (Map.Entry<String, Long> template : written.messagesByTemplate().entrySet()) {
            compare("rows of " + template.getKey(), template.getValue(), rows(template.getKey()));
        }
        for (Map.Entry<String, Long> group : written.entriesByGroup().entrySet()) {
            compare("rows of " + group.getKey(), group.getValue(), rows(group.getKey()));
        }
        return readTrades() + readQuotes() + readLevels();
    }

    private long rows(String name) throws StoreException {
        // A table is created with its first row.
        return store.tables().stream().anyMatch(table -> table.name().equals(name)) ? store.table(name).rowCount() : 0;
    }

    private long readTrades() throws StoreException {
        Map<Side, Totals> totals = new EnumMap<>(Side.class);
        for (Side side : Side.values()) {
            totals.put(side, new Totals());
        }
        TradeDecoder trade = new TradeDecoder();
        long rows = 0;
        try (Cursor cursor = store.table("Trade").cursor()) {
            while (cursor.next()) {
                trade.wrap(cursor.memory(), cursor.offset(), cursor.blockLength(), cursor.schemaVersion());
                totals.get(trade.aggressor()).add(trade.quantity(), trade.price().mantissa());
                rows++;
            }
        }
        written.trades().forEach((side, sum) -> compare("trades, aggressor " + side, sum, totals.get(side).sum()));
        return rows;
    }

    private long readQuotes() throws StoreException {
        Totals bids = new Totals();
        Totals offers = new Totals();
        QuoteDecoder quote = new QuoteDecoder();
        long rows = 0;
        try (Cursor cursor = store.table("Quote").cursor()) {
            while (cursor.next()) {
                quote.wrap(cursor.memory(), cursor.offset(), cursor.blockLength(), cursor.schemaVersion());
                if (!quote.bidPrice().mantissaIsNull()) {
                    bids.add(quote.bidQuantityIsNull() ? 0 : quote.bidQuantity(), quote.bidPrice().mantissa());
                }
                if (!quote.offerPrice().mantissaIsNull()) {
                    offers.add(quote.offerQuantityIsNull() ? 0 : quote.offerQuantity(), quote.offerPrice().mantissa());
                }
                rows++;
            }
        }
        compare("bids", written.quotes().get(Side.BUY), bids.sum());
        compare("offers", written.quotes().get(Side.SELL), offers.sum());
        return rows;
    }

    private long readLevels() throws StoreException {
        Totals bids = new Totals();
        Totals offers = new Totals();
        BookUpdateDecoder.LevelsDecoder level = new BookUpdateDecoder.LevelsDecoder();
        long rows = 0;
        try (Cursor cursor = store.table("BookUpdate_levels").cursor()) {
            while (cursor.next()) {
                level.wrap(cursor.memory(), cursor.offset(), cursor.blockLength(), cursor.schemaVersion());
                add(level, bids, offers);
                rows++;
            }
        }
        compare("bid levels in tables", written.levels().get(EntryType.BID), bids.sum());
        compare("offer levels in tables", written.levels().get(EntryType.OFFER), offers.sum());
        return rows;
    }

    private static void add(BookUpdateDecoder.LevelsDecoder level, Totals bids, Totals offers) {
        (level.entryType() == EntryType.BID ? bids : offers).add(level.quantityIsNull() ? 0 : level.quantity(),
                level.price().mantissa());
    }

    /// Reads all messages, decodes book updates and definitions to their last byte, and compares what rows do not hold.
    ///
    /// @return messages that were read
    public long readJournal(String name) throws StoreException {
        MessageHeaderDecoder header = new MessageHeaderDecoder();
        BookUpdateDecoder book = new BookUpdateDecoder();
        SecurityDefinitionDecoder definition = new SecurityDefinitionDecoder();
        Totals bids = new Totals();
        Totals offers = new Totals();
        long messages = 0;
        long bytes = 0;
        long dataBytes = 0;
        try (JournalCursor cursor = store.journal(name).cursor()) {
            while (cursor.next()) {
                header.wrap(cursor.memory(), cursor.offset());
                switch (header.templateId()) {
                    case BookUpdateDecoder.TEMPLATE_ID -> {
                        book.wrapAndApplyHeader(cursor.memory(), cursor.offset(), header);
                        for (BookUpdateDecoder.LevelsDecoder level : book.levels()) {
                            add(level, bids, offers);
                        }
                    }
                    case SecurityDefinitionDecoder.TEMPLATE_ID -> {
                        definition.wrapAndApplyHeader(cursor.memory(), cursor.offset(), header);
                        dataBytes += dataBytes(definition);
                    }
                    default -> {
                        // Their rows have all their fields.
                    }
                }
                messages++;
                bytes += cursor.length();
            }
        }
        compare("messages", written.messages(), messages);
        compare("bytes of messages", written.messageBytes(), bytes);
        compare("bytes of var data", written.dataBytes(), dataBytes);
        compare("bid levels in messages", written.levels().get(EntryType.BID), bids.sum());
        compare("offer levels in messages", written.levels().get(EntryType.OFFER), offers.sum());
        return messages;
    }

    private static long dataBytes(SecurityDefinitionDecoder definition) {
        definition.events();
        for (SecurityDefinitionDecoder.LegsDecoder leg : definition.legs()) {
            leg.sbeSkip();
        }
        return definition.skipDescription() + definition.skipRules();
    }

    private void compare(String what, Object expected, Object found) {
        compared++;
        if (!expected.equals(found)) {
            differences.add(what + ": written=" + expected + ", read=" + found);
        }
    }

    /// Adds up prices and quantities.
    private static final class Totals {
        private long count;
        private long quantity;
        private long mantissa;

        void add(long moreQuantity, long moreMantissa) {
            count++;
            quantity += moreQuantity;
            mantissa += moreMantissa;
        }

        Sum sum() {
            return new Sum(count, quantity, mantissa);
        }
    }
}
