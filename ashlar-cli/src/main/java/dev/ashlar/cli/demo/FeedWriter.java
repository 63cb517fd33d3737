// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.demo;

import dev.ashlar.ingest.PcapWriter;
import dev.ashlar.sample.MessageHeaderEncoder;
import dev.ashlar.sample.NewsEncoder;
import dev.ashlar.sample.QuoteEncoder;
import dev.ashlar.sample.Side;
import dev.ashlar.sample.TradeEncoder;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/// Encodes a feed of trades, quotes and news, always the same for the same number of messages, into UDP packets of a
/// capture.
///
/// | offset | bytes | packet                                                    |
/// |-------:|------:|-----------------------------------------------------------|
/// |      0 |     8 | sequence number                                           |
/// |      8 |       | frames: u16 length of the frame, then one message         |
final class FeedWriter {
    /// The packets in the words of `ashlar decode -f`.
    static final String FRAMING = "packet=8,sequence=u64le@0,length=u16le";

    private static final ValueLayout.OfLong SEQUENCE =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfShort LENGTH =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final int PACKET_HEADER = 8;
    private static final int FRAME_HEADER = 2;
    private static final int PACKET_BYTES = 1_400;
    private static final int LONGEST_MESSAGE = 320;
    private static final long SEED = 4711;
    private static final long START_NS = 1_767_340_800_000_000_000L;
    private static final int SOURCE = PcapWriter.address(192, 0, 2, 1);
    private static final int GROUP = PcapWriter.address(233, 252, 0, 1);
    private static final int PORT = 14_310;
    private static final byte[][] SYMBOLS = symbols("ASHL", "BRIK", "COBB", "DOME", "EAVE", "FLAG", "GABL", "HEWN");
    private static final byte[] HEADLINE =
            "Masons report that stone dressed to one size goes up faster".getBytes(StandardCharsets.UTF_8);

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final MessageHeaderEncoder header = new MessageHeaderEncoder();
    private final TradeEncoder trade = new TradeEncoder();
    private final QuoteEncoder quote = new QuoteEncoder();
    private final NewsEncoder news = new NewsEncoder();
    private final Tally tally = new Tally();
    private final PcapWriter capture;
    private final MemorySegment packet;
    private long timeNs = START_NS;
    private long sequence;
    private int used = PACKET_HEADER;

    private FeedWriter(PcapWriter capture, Arena arena) {
        this.capture = capture;
        this.packet = arena.allocate(PACKET_BYTES + LONGEST_MESSAGE);
    }

    /// Writes this many messages.
    ///
    /// @return what was written
    static FeedTotals write(PcapWriter capture, long messages) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            FeedWriter writer = new FeedWriter(capture, arena);
            for (long i = 0; i < messages; i++) {
                writer.message(i);
            }
            writer.send();
            return writer.tally.totals();
        }
    }

    private void message(long number) throws IOException {
        timeNs += random.nextInt(2_000);
        int kind = random.nextInt(100);
        long start = used + FRAME_HEADER;
        long bytes = kind < 70 ? trade(start, number) : kind < 98 ? quote(start) : news(start);
        int frame = (int) (FRAME_HEADER + MessageHeaderEncoder.ENCODED_LENGTH + bytes);
        packet.set(LENGTH, used, (short) frame);
        used += frame;
        if (used + LONGEST_MESSAGE > PACKET_BYTES) {
            send();
        }
    }

    private long trade(long at, long number) {
        long price = 1_000_000 + random.nextInt(50_000);
        int quantity = random.nextInt(1, 1_000);
        trade.wrapAndApplyHeader(packet, at, header)
                .transactTime(timeNs)
                .tradeId(number)
                .putSymbol(SYMBOLS[random.nextInt(SYMBOLS.length)], 0)
                .quantity(quantity)
                .side(random.nextBoolean() ? Side.Buy : Side.Sell);
        trade.price().mantissa(price);
        trade.conditions().clear().offBook(random.nextInt(50) == 0);
        tally.trade(quantity, price);
        return trade.encodedLength();
    }

    private long quote(long at) {
        quote.wrapAndApplyHeader(packet, at, header)
                .transactTime(timeNs)
                .putSymbol(SYMBOLS[random.nextInt(SYMBOLS.length)], 0);
        long middle = 1_000_000 + random.nextInt(50_000);
        int depth = random.nextInt(1, 6);
        QuoteEncoder.BidsEncoder bids = quote.bidsCount(depth);
        for (int level = 1; level <= depth; level++) {
            int quantity = random.nextInt(1, 500);
            bids.next().quantity(quantity).price().mantissa(middle - level * 100L);
            tally.level(quantity, middle - level * 100L);
        }
        QuoteEncoder.AsksEncoder asks = quote.asksCount(depth);
        for (int level = 1; level <= depth; level++) {
            int quantity = random.nextInt(1, 500);
            asks.next().quantity(quantity).price().mantissa(middle + level * 100L);
            tally.level(quantity, middle + level * 100L);
        }
        tally.quote();
        return quote.encodedLength();
    }

    private long news(long at) {
        news.wrapAndApplyHeader(packet, at, header).transactTime(timeNs);
        int concerned = random.nextInt(4);
        NewsEncoder.InstrumentsEncoder instruments = news.instrumentsCount(concerned);
        for (int i = 0; i < concerned; i++) {
            instruments.next().putSymbol(SYMBOLS[i], 0);
        }
        int length = random.nextInt(20, HEADLINE.length + 1);
        news.putHeadline(HEADLINE, 0, length);
        tally.news(length);
        return news.encodedLength();
    }

    private void send() throws IOException {
        if (used > PACKET_HEADER) {
            packet.set(SEQUENCE, 0, ++sequence);
            capture.writeUdp(timeNs, SOURCE, PORT, GROUP, PORT, packet, 0, used);
            used = PACKET_HEADER;
        }
    }

    private static byte[][] symbols(String... names) {
        byte[][] symbols = new byte[names.length][8];
        for (int i = 0; i < names.length; i++) {
            byte[] name = names[i].getBytes(StandardCharsets.US_ASCII);
            System.arraycopy(name, 0, symbols[i], 0, name.length);
        }
        return symbols;
    }
}
