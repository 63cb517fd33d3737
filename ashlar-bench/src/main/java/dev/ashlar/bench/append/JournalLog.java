// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.append;

import dev.ashlar.bench.append.codec.MessageHeaderDecoder;
import dev.ashlar.bench.append.codec.MessageHeaderEncoder;
import dev.ashlar.bench.append.codec.QuoteDecoder;
import dev.ashlar.bench.append.codec.TradeDecoder;
import dev.ashlar.bench.append.codec.TradeEncoder;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.store.JournalCursor;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.JournalWriter;
import dev.ashlar.store.MessageClaim;
import dev.ashlar.store.StoreWriter;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/// A journal of Ashlar's store: whole messages with checksums, and a table row for each.
final class JournalLog implements RowLog {
    private static final String NAME = "messages";

    private final Work work;
    private final boolean batches;
    private final Arena arena = Arena.ofConfined();
    private final MemorySegment messages = arena.allocate((long) Quotes.COUNT * Quotes.MESSAGE_LENGTH, 64);
    private final TradeEncoder trade = new TradeEncoder();
    private final MessageHeaderEncoder header = new MessageHeaderEncoder();
    private final StoreWriter store;
    private final JournalWriter recorder;

    /// @param batches whether rows that arrive together are published together
    JournalLog(Path folder, Work work, boolean batches, Promise promise) throws IOException {
        this.work = work;
        this.batches = batches;
        Quotes.writeMessages(messages);
        Schema schema = StoreLog.schema();
        store = StoreWriter.open(folder, StoreLog.options(promise));
        store.define(new JournalDefinition(NAME, schema));
        recorder = store.journalWriter(NAME);
    }

    @Override
    public void append(long first, int rows) throws IOException {
        if (batches) {
            recorder.beginBatch();
        }
        for (long row = first; row < first + rows; row++) {
            if (work == Work.TRADES) {
                MessageClaim claim = recorder.claim(Quotes.HEADER_LENGTH + TradeRow.BLOCK_LENGTH);
                StoreLog.put(trade.wrapAndApplyHeader(claim.memory(), claim.offset(), header), row);
                claim.commit(Quotes.HEADER_LENGTH + TradeRow.BLOCK_LENGTH, row, row);
            } else {
                recorder.record(messages, (row & Quotes.MASK) * Quotes.MESSAGE_LENGTH, Quotes.MESSAGE_LENGTH, row, row);
            }
        }
        if (batches) {
            recorder.endBatch();
        }
    }

    @Override
    public void sync() throws IOException {
        store.sync();
    }

    @Override
    public long readBack(long rows) throws IOException {
        long digest = 0;
        long count = 0;
        MessageHeaderDecoder headers = new MessageHeaderDecoder();
        TradeDecoder trades = new TradeDecoder();
        QuoteDecoder quotes = new QuoteDecoder();
        try (JournalCursor cursor = store.journal(NAME).cursor()) {
            for (; cursor.next(); count++) {
                if (work == Work.TRADES) {
                    trades.wrapAndApplyHeader(cursor.memory(), cursor.offset(), headers);
                    digest = Work.step(digest, trades.tradeId(), trades.price(), trades.quantity());
                } else {
                    quotes.wrapAndApplyHeader(cursor.memory(), cursor.offset(), headers);
                    digest = Work.step(digest, quotes.quoteId(), quotes.bidPrice(), quotes.askSize());
                }
            }
        }
        long inTable = store.table(work == Work.TRADES ? TradeRow.NAME : Quotes.NAME).rowCount();
        if (count != rows || inTable != rows) {
            throw new IOException("not all are there: messages=" + count + ", rows=" + inTable + ", expected=" + rows);
        }
        return digest;
    }

    @Override
    public void close() throws IOException {
        store.close();
        arena.close();
    }
}
