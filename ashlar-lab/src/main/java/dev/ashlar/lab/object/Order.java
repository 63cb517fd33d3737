// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.object;

import java.io.Serializable;

/// The object that is written and read.
///
/// @param sourceId   who sent it
/// @param special    whether it is
/// @param orderCode  what it is
/// @param priority   how soon
/// @param prices     as many as quantities
/// @param quantities of each price
record Order(long sourceId, boolean special, int orderCode, int priority, double[] prices, long[] quantities)
        implements Serializable {
    private static final long serialVersionUID = 1;
    static final int LEVELS = 10;

    /// As published: ten prices and ten quantities.
    static Order sample() {
        double[] prices = new double[LEVELS];
        long[] quantities = new long[LEVELS];
        for (int i = 0; i < LEVELS; i++) {
            prices[i] = 99.9 + i;
            quantities[i] = 100L * i;
        }
        return new Order(777, true, 777, 3, prices, quantities);
    }

    /// A number made of all fields.
    long digest() {
        long digest = sourceId * 31 + (special ? 1 : 0);
        digest = digest * 31 + orderCode;
        digest = digest * 31 + priority;
        for (int i = 0; i < prices.length; i++) {
            digest = digest * 31 + Double.doubleToRawLongBits(prices[i]);
            digest = digest * 31 + quantities[i];
        }
        return digest;
    }
}
