// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.codec;

import static dev.ashlar.bench.codec.Codec.sum;

import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;

/// The values of a new order, derived from 64 random bits as in [CarValues].
final class OrderValues {
    /// Messages of a run: 1.1 MiB as SBE.
    static final int COUNT = 8192;
    /// Bytes of a message as SBE, with its header.
    static final int ENCODED_LENGTH = 8 + 132;
    static final int MAX_TEXT = 20;

    private static final byte[][] NAMES = texts(20, "trader-one", "trader-two", "desk-4711", "algo-7", "XYZ-000123456789",
            "abcdefghijklmnopqrst", "m", "hedge-desk-19");
    private static final byte[][] PLACES = texts(5, "NY", "CHI", "LON", "US,IL", "DE", "SG", "HK", "JP");

    static long price(long bits) {
        return MarketDataValues.price(bits, 0);
    }

    static long quantity(long bits) {
        return 1 + (bits >>> 3 & 0xfff);
    }

    static int securityId(long bits) {
        return MarketDataValues.securityId(bits, 0);
    }

    /// 0 or 1 for buy, sell.
    static int side(long bits) {
        return (int) (bits >>> 5 & 1);
    }

    static long sequence(long bits) {
        return bits >>> 33 & 0xfffffff;
    }

    static byte[] sender(long bits) {
        return NAMES[(int) (bits >>> 6 & 7)];
    }

    static byte[] clientOrderId(long bits) {
        return NAMES[(int) (bits >>> 9 & 7)];
    }

    static long partyRequest(long bits) {
        return bits >>> 12 & 0xffffff;
    }

    static long requestId(long bits) {
        return bits >>> 2;
    }

    static long stopPrice(long bits) {
        return price(bits) - (bits & 0xfff);
    }

    static byte[] location(long bits) {
        return PLACES[(int) (bits >>> 15 & 7)];
    }

    static long minQuantity(long bits) {
        return bits >>> 18 & 0xff;
    }

    static long displayQuantity(long bits) {
        return bits >>> 26 & 0x3ff;
    }

    static int expireDate(long bits) {
        return 20_000 + (int) (bits >>> 36 & 0x3ff);
    }

    /// 0 to 2 for market, limit, stop.
    static int orderType(long bits) {
        return (int) ((bits >>> 46 & 0xff) * 3 >>> 8);
    }

    /// 0 to 2 for day, until cancelled, until a date.
    static int timeInForce(long bits) {
        return (int) ((bits >>> 50 & 0xff) * 3 >>> 8);
    }

    /// 0 or 1 for automated, manual.
    static int origin(long bits) {
        return (int) (bits >>> 54 & 1);
    }

    static boolean allOrNone(long bits) {
        return (bits & 1L << 55) != 0;
    }

    static boolean notHeld(long bits) {
        return (bits & 1L << 56) != 0;
    }

    /// 0 or 1 for aggressive, passive.
    static int executionMode(long bits) {
        return (int) (bits >>> 57 & 1);
    }

    static int liquidityFlag(long bits) {
        return (int) (bits >>> 58 & 1);
    }

    static int managed(long bits) {
        return (int) (bits >>> 59 & 1);
    }

    /// 0 or 1 for buy, sell.
    static int shortSale(long bits) {
        return (int) (bits >>> 60 & 1);
    }

    static long discretionPrice(long bits) {
        return price(bits) + (bits >>> 40 & 0xff);
    }

    static long reservationPrice(long bits) {
        return price(bits) + (bits >>> 30 & 0xff);
    }

    /// The summand for the set.
    static int instructions(boolean allOrNone, boolean notHeld) {
        return (allOrNone ? 1 : 0) + (notHeld ? 2 : 0);
    }

    /// The expected sum of the order's values.
    static long checksum(int index) {
        long bits = CarValues.bits(index);
        return price(bits) + quantity(bits) + securityId(bits) + 1 + side(bits) + sequence(bits) + sum(sender(bits))
                + sum(clientOrderId(bits)) + partyRequest(bits) + requestId(bits) + MarketDataValues.transactTime(bits)
                + stopPrice(bits) + sum(location(bits)) + minQuantity(bits) + displayQuantity(bits)
                + expireDate(bits) + "124".charAt(orderType(bits)) + new int[] {0, 1, 6}[timeInForce(bits)]
                + origin(bits) + instructions(allOrNone(bits), notHeld(bits)) + "AP".charAt(executionMode(bits))
                + liquidityFlag(bits) + managed(bits) + 1 + shortSale(bits) + discretionPrice(bits)
                + reservationPrice(bits);
    }

    private static byte[][] texts(int length, String... texts) {
        return Stream.of(texts).map(text -> (text + "\0".repeat(length - text.length()))
                .getBytes(StandardCharsets.US_ASCII)).toArray(byte[][]::new);
    }
}
