// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.object;

import java.io.Serializable;
import java.util.Arrays;

/// The object that is written and read: as published, except that its fields are not final, as some contenders require.
/// They are public, because some contenders access other fields only by reflection.
public final class Item implements Serializable {
    private static final long serialVersionUID = 10275539472837495L;
    private static final int LEVELS = 10;

    public long sourceId;
    public boolean special;
    public int orderCode;
    public int priority;
    public double[] prices;
    public long[] quantities;

    public Item() {
    }

    /// As published: ten prices and ten quantities.
    public static Item filled() {
        Item item = new Item();
        item.sourceId = 777;
        item.special = true;
        item.orderCode = 99;
        item.priority = 4;
        item.prices = new double[LEVELS];
        item.quantities = new long[LEVELS];
        Arrays.setAll(item.prices, i -> i + 0.1);
        Arrays.setAll(item.quantities, i -> i + 1);
        return item;
    }

    /// A checksum of all fields.
    public long digest() {
        long digest = sourceId * 31 + (special ? 1 : 0);
        digest = digest * 31 + orderCode;
        digest = digest * 31 + priority;
        for (double price : prices) {
            digest = digest * 31 + Double.doubleToRawLongBits(price);
        }
        for (long quantity : quantities) {
            digest = digest * 31 + quantity;
        }
        return digest;
    }
}
