// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.sample;

import dev.ashlar.ingest.sample.SampleTotals.Sum;
import dev.ashlar.ingest.sample.codec.EntryType;
import dev.ashlar.ingest.sample.codec.Side;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Sums up a feed as it is written, in plain counters, since it receives every entry.
final class FeedTally {
    /// Templates in the order of the schema.
    enum Template {
        HEARTBEAT("Heartbeat"), DEFINITION("SecurityDefinition"), STATUS("SecurityStatus"), BOOK("BookUpdate"),
        QUOTE("Quote"), TRADE("Trade");

        private final String text;

        Template(String text) {
            this.text = text;
        }
    }

    /// Groups in the order of the schema.
    enum Entries {
        EVENTS("SecurityDefinition_events"), LEGS("SecurityDefinition_legs"),
        DELIVERIES("SecurityDefinition_legs_deliveries"), LEVELS("BookUpdate_levels"), ORDERS("BookUpdate_orders"),
        FILLS("Trade_fills");

        private final String text;

        Entries(String text) {
            this.text = text;
        }
    }

    /// Count, quantity and mantissa of one side.
    static final class OneSide {
        private long count;
        private long quantity;
        private long mantissa;

        void add(long moreQuantity, long moreMantissa) {
            count++;
            quantity += moreQuantity;
            mantissa += moreMantissa;
        }

        private Sum sum() {
            return new Sum(count, quantity, mantissa);
        }
    }

    final OneSide buys = new OneSide();
    final OneSide sells = new OneSide();
    final OneSide auctions = new OneSide();
    final OneSide bidQuotes = new OneSide();
    final OneSide offerQuotes = new OneSide();
    final OneSide bidLevels = new OneSide();
    final OneSide offerLevels = new OneSide();
    private final long[] messages = new long[Template.values().length];
    private final long[] entries = new long[Entries.values().length];
    private long allMessages;
    private long messageBytes;
    private long dataBytes;
    private long firstTimeNs;
    private long lastTimeNs;

    void message(Template template, long timeNs, long bytes) {
        firstTimeNs = allMessages == 0 ? timeNs : firstTimeNs;
        lastTimeNs = timeNs;
        allMessages++;
        messages[template.ordinal()]++;
        messageBytes += bytes;
    }

    void entries(Entries group, int count) {
        entries[group.ordinal()] += count;
    }

    void data(int bytes) {
        dataBytes += bytes;
    }

    long messages() {
        return allMessages;
    }

    SampleTotals totals(long packets, List<Long> packetsByLine, long captureBytes) {
        Map<String, Long> byTemplate = new LinkedHashMap<>();
        for (Template template : Template.values()) {
            byTemplate.put(template.text, messages[template.ordinal()]);
        }
        Map<String, Long> byGroup = new LinkedHashMap<>();
        for (Entries group : Entries.values()) {
            byGroup.put(group.text, entries[group.ordinal()]);
        }
        Map<Side, Sum> trades = new LinkedHashMap<>();
        trades.put(Side.BUY, buys.sum());
        trades.put(Side.SELL, sells.sum());
        trades.put(Side.NULL_VAL, auctions.sum());
        Map<Side, Sum> quotes = new LinkedHashMap<>();
        quotes.put(Side.BUY, bidQuotes.sum());
        quotes.put(Side.SELL, offerQuotes.sum());
        Map<EntryType, Sum> levels = new LinkedHashMap<>();
        levels.put(EntryType.BID, bidLevels.sum());
        levels.put(EntryType.OFFER, offerLevels.sum());
        return new SampleTotals(allMessages, messageBytes, packets, packetsByLine, captureBytes, byTemplate, byGroup,
                dataBytes, firstTimeNs, lastTimeNs, trades, quotes, levels);
    }
}
