// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.ram;

/// Keys in no order: the numbers from 0 on, each scrambled reversibly.
public final class Keys {
    private static final long FACTOR = 0x9E3779B97F4A7C15L;
    private static final long STEP = 6364136223846793005L;
    private static final long SUMMAND = 1442695040888963407L;
    private static final int SHIFT = 32;

    private Keys() {
    }

    /// The key of a number: positive, and unique for numbers below 2^40.
    public static long of(long number) {
        return number * FACTOR >>> 1;
    }

    /// The hash of a key.
    static long hash(long key) {
        long mixed = (key ^ key >>> SHIFT) * FACTOR;
        return mixed ^ mixed >>> SHIFT;
    }

    /// The numbers below a bound, each once, in a random order that is always the same.
    static int[] shuffled(int count) {
        int[] numbers = new int[count];
        long random = count;
        for (int i = 0; i < count; i++) {
            random = random * STEP + SUMMAND;
            int other = (int) ((random >>> SHIFT) * (i + 1) >>> SHIFT);
            numbers[i] = numbers[other];
            numbers[other] = i;
        }
        return numbers;
    }

    /// @param skewed      whether some keys are much more frequent than others: the k-th in proportion to 1/k
    /// @param hitsPercent percentage of lookups whose key exists
    public record Mix(boolean skewed, int hitsPercent) {
        /// Drawn uniformly from the existing keys.
        public static final Mix PLAIN = new Mix(false, 100);

        public String text() {
            return (skewed ? "skewed, " : "uniform, ") + hitsPercent + " % hits";
        }

        @Override
        public String toString() {
            return skewed + ":" + hitsPercent;
        }

        static Mix parse(String text) {
            String[] parts = text.split(":");
            return new Mix(Boolean.parseBoolean(parts[0]), Integer.parseInt(parts[1]));
        }
    }

    /// @param expected sum of their values; -1 for each missing key
    record Drawn(long[] keys, long expected) { }

    static Drawn draw(int lookups, int count, long seed, Mix mix) {
        long[] keys = new long[lookups];
        long sum = 0;
        long random = seed;
        for (int i = 0; i < lookups; i++) {
            random = random * STEP + SUMMAND;
            long value = mix.skewed() ? skewed(random, count) : (random >>> SHIFT) * count >>> SHIFT;
            random = random * STEP + SUMMAND;
            boolean hit = (random >>> SHIFT) * 100 >>> SHIFT < mix.hitsPercent();
            keys[i] = of(hit ? value : count + value);
            sum += hit ? value : -1;
        }
        return new Drawn(keys, sum);
    }

    /// The logarithm is distributed uniformly; the frequent keys are scattered.
    private static long skewed(long random, int count) {
        long rank = Math.min(count - 1, (long) Math.pow(count, (random >>> 11) * 0x1p-53));
        return Math.floorMod(hash(rank), count);
    }
}
