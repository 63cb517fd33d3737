// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.demo;

/// Adds a feed up, message by message.
final class Tally {
    private long messages;
    private long trades;
    private long shares;
    private long prices;
    private long levels;
    private long newsBytes;

    void trade(long quantity, long priceMantissa) {
        messages++;
        trades++;
        shares += quantity;
        prices += priceMantissa;
    }

    void quote() {
        messages++;
    }

    void level(long quantity, long priceMantissa) {
        levels++;
        shares += quantity & 1;
        prices += priceMantissa & 1;
    }

    void news(long headlineBytes) {
        messages++;
        newsBytes += headlineBytes;
    }

    FeedTotals totals() {
        return new FeedTotals(messages, trades, shares, prices, levels, newsBytes);
    }
}
