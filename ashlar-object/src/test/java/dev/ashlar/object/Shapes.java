// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.object;

import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// Classes to be written, with every kind of field and every place where one can stand.
final class Shapes {
    static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

    enum Side {
        BUY,
        SELL {
            @Override
            public String toString() {
                return "sells";
            }
        }
    }

    /// All slots of primitive values, none of them at a multiple of its length in the source.
    record Plain(boolean truth, byte one, short two, char letter, int four, long eight, float real, double twice) { }

    record Boxes(Boolean truth, Byte one, Short two, Character letter, Integer four, Long eight, Float real,
            Double twice, OptionalInt maybeInt, OptionalLong maybeLong, OptionalDouble maybeDouble) { }

    record Arrays(boolean[] truths, byte[] ones, short[] twos, char[] letters, int[] fours, long[] eights,
            float[] reals, double[] twices) { }

    record Empty() { }

    record Leg(String symbol, long quantity, Side side) { }

    record Deep(List<List<Leg>> legs, Optional<List<Optional<Leg>>> chosen, Leg[] array, Integer[][] numbers,
            List<String> names, Optional<Plain> plain, Empty empty, Optional<Empty> noEmpty, List<Side> sides,
            List<Double> doubles, List<long[]> runs, Optional<String> note) { }

    static class Base {
        private long sequence;
        protected final double[] levels = new double[3];
    }

    /// Filled again, with everything that can be.
    static final class Order extends Base {
        static int made;
        transient int cached;
        long sourceId;
        boolean special;
        int orderCode;
        int priority;
        double[] prices;
        long[] quantities;
        String account;
        Side side;
        Spot spot;
        final Spot home = new Spot();
        final List<Spot> spots = new ArrayList<>();
        List<Leg> legs;
        Optional<String> note;
        Spot[] corners;
        Integer limit;

        Order() {
            made++;
        }
    }

    static final class Spot {
        int x;
        int y;
    }
}
