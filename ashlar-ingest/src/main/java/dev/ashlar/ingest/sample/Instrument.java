// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.sample;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/// One instrument and its book. The best bid is one tick below the best offer, and each level a tick from the next.
final class Instrument {
    /// Levels of a book on each side.
    static final int DEPTH = 10;
    private static final String[] STONES =
            {"GRANITE", "MARBLE", "SLATE", "BASALT", "TUFA", "DOLOMITE", "GNEISS", "PORPHYRY"};
    private static final int SYMBOL_LENGTH = 12;
    private static final int[] TICKS = {1, 5, 25, 100, 250};
    private static final int LEAST_TICKS = 4_000;
    private static final int FIRST_YEAR = 2026;

    final int id;
    final int number;
    final byte[] symbol;
    final byte[] description;
    final int tick;
    final int year;
    final int month;
    final long lowLimit;
    final long highLimit;
    /// By level, the best first; 0 where the level is empty.
    final int[] bids = new int[DEPTH];
    final int[] offers = new int[DEPTH];
    private long bestBid;
    private int reports;

    Instrument(int number, Dice dice) {
        this.number = number;
        id = 10_000 + 7 * number;
        String stone = STONES[number % STONES.length];
        month = 3 + number / STONES.length % 4 * 3;
        year = FIRST_YEAR + number / STONES.length / 4;
        String name = stone + String.format(Locale.ROOT, "%02d%02d", month, year % 100);
        symbol = new byte[SYMBOL_LENGTH];
        System.arraycopy(name.getBytes(StandardCharsets.US_ASCII), 0, symbol, 0, name.length());
        description = (stone.charAt(0) + stone.substring(1).toLowerCase(Locale.ROOT) + ", dressed, "
                + (1 + number % 9) + " m³, delivered in " + month + "/" + year).getBytes(StandardCharsets.UTF_8);
        tick = TICKS[number % TICKS.length];
        bestBid = (LEAST_TICKS + dice.below(4 * LEAST_TICKS)) * (long) tick;
        lowLimit = bestBid - LEAST_TICKS / 4L * tick;
        highLimit = bestBid + LEAST_TICKS / 4L * tick;
        for (int level = 0; level < DEPTH; level++) {
            bids[level] = quantity(level, dice);
            offers[level] = quantity(level, dice);
        }
    }

    /// A quantity as is usual at a level: more of it farther from the best.
    static int quantity(int level, Dice dice) {
        return 1 + dice.skewed(5) * (level + 1);
    }

    long bidPrice(int level) {
        return bestBid - level * (long) tick;
    }

    long offerPrice(int level) {
        return bestBid + (level + 1L) * tick;
    }

    /// Number of the next change of this instrument.
    int nextReport() {
        return ++reports;
    }

    /// Takes a quantity from the best level of a side; the market moves where that was all of it.
    void take(boolean fromOffers, int quantity, Dice dice) {
        int[] levels = fromOffers ? offers : bids;
        if (quantity < levels[0]) {
            levels[0] -= quantity;
            return;
        }
        int[] others = fromOffers ? bids : offers;
        long moved = bestBid + (fromOffers ? tick : -tick);
        if (moved - DEPTH * (long) tick < lowLimit || moved + DEPTH * (long) tick > highLimit) {
            // At the limit of the day the market gets its quantity back instead.
            levels[0] = quantity(0, dice);
            return;
        }
        bestBid = moved;
        System.arraycopy(levels, 1, levels, 0, DEPTH - 1);
        levels[DEPTH - 1] = quantity(DEPTH - 1, dice);
        System.arraycopy(others, 0, others, 1, DEPTH - 1);
        others[0] = quantity(0, dice);
    }
}
