// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// A random message of [PlacedOrders]. NULL is null.
///
/// @param shares of its legs
public record PlacedOrder(String side, boolean hidden, String name, BigDecimal price, BigDecimal limit, int quantity,
        Long filled, Double ratio, long atNs, List<Long> shares) {
    private static final List<String> NAMES = List.of("Anna", "Ben", "Müller", "a_b", "Z%");
    private static final List<String> SIDES = List.of("Buy", "Sell");

    /// Values are few, so that they repeat.
    public static PlacedOrder random(SplittableRandom random) {
        int legs = random.nextInt(4);
        String side = SIDES.get(random.nextInt(SIDES.size()));
        boolean hidden = random.nextBoolean();
        String name = random.nextInt(4) == 0 ? null : NAMES.get(random.nextInt(NAMES.size()));
        BigDecimal price = BigDecimal.valueOf(random.nextLong(-5_000_000_000L, 5_000_000_000L), 9);
        BigDecimal limit = random.nextInt(3) == 0 ? null : BigDecimal.valueOf(random.nextInt(-3, 4));
        int quantity = random.nextInt(-5, 20);
        Long filled = random.nextInt(3) == 0 ? null : random.nextLong(0, 6);
        Double ratio = random.nextInt(5) == 0 ? null : random.nextInt(-8, 8) / 4.0;
        long atNs = random.nextLong(0, 5_000_000_000L);
        List<Long> shares = new ArrayList<>();
        for (int i = 0; i < legs; i++) {
            shares.add(random.nextBoolean() ? null : random.nextLong(-9, 9));
        }
        return new PlacedOrder(side, hidden, name, price, limit, quantity, filled, ratio, atNs, shares);
    }

    /// As [PlacedOrders#record] takes it.
    public String json(long id) {
        StringBuilder entries = new StringBuilder();
        for (int i = 0; i < shares.size(); i++) {
            entries.append(i == 0 ? "" : ",").append("{\"leg\":" + i + ",\"price\":0,\"share\":" + shares.get(i) + "}");
        }
        return "{\"template\":\"Placed\",\"id_\":" + id + ",\"side\":\"" + side + "\",\"flags\":["
                + (hidden ? "\"Hidden\"" : "") + "],\"symbol\":\"X\",\"name\":" + (name == null ? null : '"' + name + '"')
                + ",\"price\":" + price.toPlainString() + ",\"limit\":" + limit + ",\"quantity\":" + quantity
                + ",\"filled\":" + filled + ",\"level\":null,\"ratio\":" + ratio + ",\"weight\":0,\"at\":" + atNs
                + ",\"legs\":[" + entries + "]}";
    }
}
