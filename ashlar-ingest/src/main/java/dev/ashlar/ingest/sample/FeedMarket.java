// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.sample;

import dev.ashlar.ingest.sample.codec.TradingStatus;
import java.io.IOException;

/// What happens on the exchange, event by event: first the instruments are made known and opened, then books, quotes
/// and trades change, in bursts of one instrument at times, and seldom nothing for seconds.
final class FeedMarket {
    /// 2026-03-02 08:00 UTC.
    static final long START_NS = 1_772_438_400_000_000_000L;
    private static final long NS_PER_S = 1_000_000_000L;
    private static final long NS_PER_DAY = 86_400 * NS_PER_S;
    private static final int USUAL_GAP_BITS = 20;
    private static final int BURST_GAP_BITS = 12;
    private static final int LONGEST_BURST = 400;
    /// Events that come closer than this share a packet.
    private static final long PACKET_NS = 10_000;

    private final Instrument[] instruments;
    private final Dice dice;
    private final FeedLines lines;
    private final FeedTally counts;
    private final FeedMessages messages;
    private final long maxMessages;
    private long timeNs;
    private Instrument hot;
    private int burst;
    private int introduced;

    FeedMarket(int instruments, long maxMessages, FeedLines lines, FeedTally counts, Dice dice, int day) {
        timeNs = START_NS + day * NS_PER_DAY;
        this.instruments = new Instrument[instruments];
        for (int i = 0; i < instruments; i++) {
            this.instruments[i] = new Instrument(i, dice);
        }
        this.maxMessages = maxMessages;
        this.lines = lines;
        this.counts = counts;
        this.dice = dice;
        messages = new FeedMessages(lines, counts, dice);
    }

    /// Lets one thing happen: some messages, as far as they may be.
    void event() throws IOException {
        if (introduced < instruments.length) {
            introduce(instruments[introduced++]);
            return;
        }
        pass();
        Instrument instrument = burst > 0 ? hot : any();
        int kind = dice.below(burst > 0 ? 600 : 1_000);
        if (kind < 250) {
            trade(instrument);
        } else if (kind < 700) {
            messages.update(timeNs, instrument);
        } else if (kind < 999 || !dice.oneIn(20)) {
            messages.quote(timeNs, instrument);
        } else if (dice.oneIn(2)) {
            messages.definition(timeNs, instrument);
        } else {
            messages.status(timeNs, instrument, TradingStatus.TRADING_HALT);
            if (mayGoOn()) {
                messages.status(timeNs, instrument, TradingStatus.READY_TO_TRADE);
            }
        }
    }

    /// Sends what has not been sent.
    void finish() throws IOException {
        lines.finish(timeNs);
    }

    private void introduce(Instrument instrument) throws IOException {
        if (instrument.number == 0) {
            messages.heartbeat(timeNs);
        }
        timeNs += PACKET_NS;
        if (mayGoOn()) {
            messages.definition(timeNs, instrument);
        }
        if (mayGoOn()) {
            messages.status(timeNs, instrument, TradingStatus.READY_TO_TRADE);
        }
    }

    /// A trade moves its book, and often the best prices.
    private void trade(Instrument instrument) throws IOException {
        boolean alone = dice.oneIn(4);
        messages.trade(timeNs, instrument, alone);
        if (!alone && mayGoOn()) {
            messages.update(timeNs, instrument);
        }
        if (!alone && dice.oneIn(2) && mayGoOn()) {
            messages.quote(timeNs, instrument);
        }
    }

    /// Advances the time to the next event.
    private void pass() throws IOException {
        if (burst > 0) {
            burst--;
        } else if (dice.oneIn(400)) {
            burst = 1 + dice.below(LONGEST_BURST);
            hot = any();
        } else if (dice.oneIn(20_000)) {
            quiet(2 + dice.below(3));
        }
        long gapNs = dice.skewed(burst > 0 ? BURST_GAP_BITS : USUAL_GAP_BITS);
        if (gapNs > PACKET_NS) {
            lines.send(timeNs);
        }
        timeNs += gapNs;
    }

    private void quiet(int seconds) throws IOException {
        for (int i = 0; i < seconds && counts.messages() + 1 < maxMessages; i++) {
            lines.send(timeNs);
            timeNs += NS_PER_S;
            messages.heartbeat(timeNs);
        }
    }

    /// The first instruments are traded most.
    private Instrument any() {
        return instruments[Math.min(dice.below(instruments.length), dice.below(instruments.length))];
    }

    private boolean mayGoOn() {
        return counts.messages() < maxMessages;
    }
}
