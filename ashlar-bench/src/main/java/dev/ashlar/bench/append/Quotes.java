// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.append;

import dev.ashlar.bench.append.codec.MessageHeaderEncoder;
import dev.ashlar.bench.append.codec.QuoteEncoder;
import java.lang.foreign.MemorySegment;

/// Encoded messages that are appended repeatedly: few enough to stay in a cache, like messages that have just been
/// received.
final class Quotes {
    static final String NAME = "Quote";
    static final int HEADER_LENGTH = 8;
    static final int BLOCK_LENGTH = 56;
    static final int MESSAGE_LENGTH = HEADER_LENGTH + BLOCK_LENGTH;
    static final int COUNT = 2048;
    static final int MASK = COUNT - 1;

    /// Offsets in the block of the fields that are read back.
    static final int BID_PRICE = 16;
    static final int ASK_SIZE = 36;

    static long quoteId(long row) {
        return row & MASK;
    }

    static long bidPrice(long row) {
        return 20_000 + (row & MASK);
    }

    static int askSize(long row) {
        return 1 + (int) (row & 0x7f);
    }

    /// Writes all messages, one after the other.
    ///
    /// @param memory memory of [#COUNT] × [#MESSAGE_LENGTH] bytes
    static void writeMessages(MemorySegment memory) {
        QuoteEncoder quote = new QuoteEncoder();
        MessageHeaderEncoder header = new MessageHeaderEncoder();
        for (int row = 0; row < COUNT; row++) {
            quote.wrapAndApplyHeader(memory, (long) row * MESSAGE_LENGTH, header);
            write(quote, row);
        }
    }

    /// Writes all blocks, one after the other, without headers.
    ///
    /// @param memory memory of [#COUNT] × [#BLOCK_LENGTH] bytes
    static void writeBlocks(MemorySegment memory) {
        QuoteEncoder quote = new QuoteEncoder();
        for (int row = 0; row < COUNT; row++) {
            write(quote.wrap(memory, (long) row * BLOCK_LENGTH), row);
        }
    }

    private static void write(QuoteEncoder quote, int row) {
        quote.quoteId(quoteId(row)).timeNs(1_000_000_000L + row).bidPrice(bidPrice(row)).askPrice(bidPrice(row) + 5)
                .bidSize(100).askSize(askSize(row)).instrumentCode(row & 0xff).venueCode(TradeRow.VENUE).sequence(row);
    }
}
