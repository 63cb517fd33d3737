// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.sample;

import dev.ashlar.ingest.sample.FeedTally.Entries;
import dev.ashlar.ingest.sample.FeedTally.OneSide;
import dev.ashlar.ingest.sample.FeedTally.Template;
import dev.ashlar.ingest.sample.codec.BookUpdateEncoder;
import dev.ashlar.ingest.sample.codec.EntryType;
import dev.ashlar.ingest.sample.codec.EventType;
import dev.ashlar.ingest.sample.codec.HeartbeatEncoder;
import dev.ashlar.ingest.sample.codec.MaturityMonthYearEncoder;
import dev.ashlar.ingest.sample.codec.MessageHeaderEncoder;
import dev.ashlar.ingest.sample.codec.OptionalPriceEncoder;
import dev.ashlar.ingest.sample.codec.QuoteEncoder;
import dev.ashlar.ingest.sample.codec.SecurityDefinitionEncoder;
import dev.ashlar.ingest.sample.codec.SecurityStatusEncoder;
import dev.ashlar.ingest.sample.codec.Side;
import dev.ashlar.ingest.sample.codec.TradeEncoder;
import dev.ashlar.ingest.sample.codec.TradingStatus;
import dev.ashlar.ingest.sample.codec.UpdateAction;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/// Encodes each kind of message into the current packet, and adds it to the totals.
final class FeedMessages {
    private static final int LONGEST_UPDATE = 6;
    private static final int MOST_FILLS = 5;
    private static final int MOST_LEGS = 4;
    private static final int MOST_DELIVERIES = 3;
    private static final byte[] CURRENCY = {'E', 'U', 'R'};
    private static final byte[] VENUE = {'X', 'A', 'S', 'H'};
    private static final byte[] RULES = "https://rules.example/stone".getBytes(StandardCharsets.US_ASCII);
    private static final long NS_PER_DAY = 86_400_000_000_000L;

    private final FeedLines lines;
    private final FeedTally counts;
    private final Dice dice;
    private final MessageHeaderEncoder header = new MessageHeaderEncoder();
    private final HeartbeatEncoder heartbeat = new HeartbeatEncoder();
    private final SecurityDefinitionEncoder definition = new SecurityDefinitionEncoder();
    private final SecurityStatusEncoder status = new SecurityStatusEncoder();
    private final BookUpdateEncoder book = new BookUpdateEncoder();
    private final QuoteEncoder quote = new QuoteEncoder();
    private final TradeEncoder trade = new TradeEncoder();
    private long lastTradeId;
    private long lastOrderId = 900_000_000_000L;

    FeedMessages(FeedLines lines, FeedTally counts, Dice dice) {
        this.lines = lines;
        this.counts = counts;
        this.dice = dice;
    }

    void heartbeat(long timeNs) throws IOException {
        heartbeat.wrapAndApplyHeader(lines.memory(), lines.room(timeNs), header)
                .transactTime(timeNs)
                .lastPacket(lines.sequence());
        added(Template.HEARTBEAT, timeNs, heartbeat.encodedLength());
    }

    void definition(long timeNs, Instrument instrument) throws IOException {
        boolean spread = instrument.number % 8 == 7;
        boolean limited = instrument.number % 5 != 0;
        definition.wrapAndApplyHeader(lines.memory(), lines.room(timeNs), header)
                .transactTime(timeNs)
                .securityId(instrument.id)
                .putSymbol(instrument.symbol, 0)
                .putCurrency(CURRENCY, 0)
                .putVenue(VENUE, 0)
                .openInterest(spread ? SecurityDefinitionEncoder.openInterestNullValue() : dice.skewed(20));
        definition.maturity()
                .year(spread ? MaturityMonthYearEncoder.yearNullValue() : instrument.year)
                .month(spread ? MaturityMonthYearEncoder.monthNullValue() : (short) instrument.month);
        definition.tickSize().mantissa(instrument.tick).exponent((byte) -4);
        definition.lowLimit().mantissa(limited ? instrument.lowLimit : OptionalPriceEncoder.mantissaNullValue());
        definition.highLimit().mantissa(limited ? instrument.highLimit : OptionalPriceEncoder.mantissaNullValue());
        definition.eventsCount(2)
                .next().eventType(EventType.ACTIVATION).eventTime(timeNs - 200 * NS_PER_DAY)
                .next().eventType(EventType.LAST_ELIGIBLE_TRADE).eventTime(timeNs + (1 + dice.below(300)) * NS_PER_DAY);
        counts.entries(Entries.EVENTS, 2);
        legs(timeNs, instrument, spread ? 2 + dice.below(MOST_LEGS - 1) : 0);
        definition.putDescription(instrument.description, 0, instrument.description.length);
        int rules = spread ? RULES.length : 0;
        definition.putRules(RULES, 0, rules);
        counts.data(instrument.description.length + rules);
        added(Template.DEFINITION, timeNs, definition.encodedLength());
    }

    private void legs(long timeNs, Instrument instrument, int count) {
        SecurityDefinitionEncoder.LegsEncoder legs = definition.legsCount(count);
        for (int i = 0; i < count; i++) {
            legs.next().legSecurityId(instrument.id - 7L * (i + 1))
                    .legSide(i % 2 == 0 ? Side.BUY : Side.SELL)
                    .legRatio((byte) (1 + i));
            int deliveries = dice.below(MOST_DELIVERIES + 1);
            SecurityDefinitionEncoder.LegsEncoder.DeliveriesEncoder each = legs.deliveriesCount(deliveries);
            for (int d = 0; d < deliveries; d++) {
                each.next().deliveryTime(timeNs + (d + 1) * 30 * NS_PER_DAY)
                        .deliveryPrice().mantissa(d == 0 ? instrument.bidPrice(0)
                                : OptionalPriceEncoder.mantissaNullValue());
            }
            counts.entries(Entries.DELIVERIES, deliveries);
        }
        counts.entries(Entries.LEGS, count);
    }

    void status(long timeNs, Instrument instrument, TradingStatus state) throws IOException {
        status.wrapAndApplyHeader(lines.memory(), lines.room(timeNs), header)
                .transactTime(timeNs)
                .securityId(instrument.id)
                .status(state)
                .event().clear().endOfEvent(true);
        added(Template.STATUS, timeNs, status.encodedLength());
    }

    /// Some levels of a book change, with some orders behind them.
    void update(long timeNs, Instrument instrument) throws IOException {
        book.wrapAndApplyHeader(lines.memory(), lines.room(timeNs), header)
                .transactTime(timeNs)
                .event().clear().lastBook(true).endOfEvent(true);
        int count = 1 + dice.below(LONGEST_UPDATE);
        BookUpdateEncoder.LevelsEncoder levels = book.levelsCount(count);
        for (int i = 0; i < count; i++) {
            level(levels.next(), instrument);
        }
        counts.entries(Entries.LEVELS, count);
        int orderCount = dice.below(count + 1);
        BookUpdateEncoder.OrdersEncoder orders = book.ordersCount(orderCount);
        for (int i = 0; i < orderCount; i++) {
            boolean deleted = dice.oneIn(4);
            orders.next().orderId(++lastOrderId)
                    .priority(deleted ? BookUpdateEncoder.OrdersEncoder.priorityNullValue() : timeNs + i)
                    .displayQuantity(deleted ? BookUpdateEncoder.OrdersEncoder.displayQuantityNullValue()
                            : 1 + dice.skewed(6))
                    .levelIndex((short) dice.below(count))
                    .action(deleted ? UpdateAction.DELETE : UpdateAction.NEW);
        }
        counts.entries(Entries.ORDERS, orderCount);
        added(Template.BOOK, timeNs, book.encodedLength());
    }

    private void level(BookUpdateEncoder.LevelsEncoder entry, Instrument instrument) {
        boolean bid = dice.oneIn(2);
        int level = Math.min(dice.below(Instrument.DEPTH), dice.below(Instrument.DEPTH));
        int[] quantities = bid ? instrument.bids : instrument.offers;
        long price = bid ? instrument.bidPrice(level) : instrument.offerPrice(level);
        int before = quantities[level];
        // The best level is traded away, not deleted.
        int after = level > 0 && before > 0 && dice.oneIn(8) ? 0 : Instrument.quantity(level, dice);
        quantities[level] = after;
        entry.quantity(after == 0 ? BookUpdateEncoder.LevelsEncoder.quantityNullValue() : after)
                .securityId(instrument.id)
                .reportSequence(instrument.nextReport())
                .orderCount(after == 0 ? BookUpdateEncoder.LevelsEncoder.orderCountNullValue()
                        : 1 + Math.min(after - 1, level))
                .level((short) (level + 1))
                .action(after == 0 ? UpdateAction.DELETE : before == 0 ? UpdateAction.NEW : UpdateAction.CHANGE)
                .entryType(bid ? EntryType.BID : EntryType.OFFER)
                .price().mantissa(price);
        (bid ? counts.bidLevels : counts.offerLevels).add(after, price);
    }

    /// The best of both sides; at times nobody bids, or nobody offers.
    void quote(long timeNs, Instrument instrument) throws IOException {
        boolean bids = !dice.oneIn(500);
        boolean offers = !dice.oneIn(500);
        quote.wrapAndApplyHeader(lines.memory(), lines.room(timeNs), header)
                .transactTime(timeNs)
                .securityId(instrument.id)
                .bidQuantity(bids ? instrument.bids[0] : QuoteEncoder.bidQuantityNullValue())
                .offerQuantity(offers ? instrument.offers[0] : QuoteEncoder.offerQuantityNullValue());
        quote.bidPrice().mantissa(side(bids, counts.bidQuotes, instrument.bids[0], instrument.bidPrice(0)));
        quote.offerPrice().mantissa(side(offers, counts.offerQuotes, instrument.offers[0], instrument.offerPrice(0)));
        quote.event().clear().lastQuote(true).endOfEvent(true);
        added(Template.QUOTE, timeNs, quote.encodedLength());
    }

    private static long side(boolean present, OneSide sum, int quantity, long price) {
        if (present) {
            sum.add(quantity, price);
            return price;
        }
        return OptionalPriceEncoder.mantissaNullValue();
    }

    /// One execution at the best price, of several orders mostly.
    void trade(long timeNs, Instrument instrument, boolean endsEvent) throws IOException {
        boolean auction = dice.oneIn(1_000);
        boolean buy = dice.oneIn(2);
        long price = buy ? instrument.offerPrice(0) : instrument.bidPrice(0);
        int fills = 1 + dice.below(MOST_FILLS);
        int quantity = 0;
        trade.wrapAndApplyHeader(lines.memory(), lines.room(timeNs), header)
                .transactTime(timeNs)
                .tradeId(++lastTradeId)
                .securityId(instrument.id)
                .aggressor(auction ? Side.NULL_VAL : buy ? Side.BUY : Side.SELL);
        trade.price().mantissa(price);
        trade.event().clear().lastTrade(true).endOfEvent(endsEvent);
        trade.conditions().clear().opening(auction).block(dice.oneIn(200)).spreadLeg(dice.oneIn(50));
        TradeEncoder.FillsEncoder entries = trade.fillsCount(fills);
        for (int i = 0; i < fills; i++) {
            int part = 1 + dice.skewed(5);
            entries.next().orderId(lastOrderId - dice.below(1_000)).quantity(part);
            quantity += part;
        }
        trade.quantity(quantity);
        counts.entries(Entries.FILLS, fills);
        (auction ? counts.auctions : buy ? counts.buys : counts.sells).add(quantity, price);
        instrument.take(buy, quantity, dice);
        added(Template.TRADE, timeNs, trade.encodedLength());
    }

    private void added(Template template, long timeNs, long bodyLength) {
        long length = MessageHeaderEncoder.ENCODED_LENGTH + bodyLength;
        lines.add(length);
        counts.message(template, timeNs, length);
    }
}
