// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.ram;

/// Keys without an order: the numbers from 0 on, each scrambled in a way that can be undone.
final class Keys {
    private static final long FACTOR = 0x9E3779B97F4A7C15L;
    private static final long STEP = 6364136223846793005L;
    private static final long SUMMAND = 1442695040888963407L;
    private static final int SHIFT = 32;

    private Keys() {
    }

    /// Positive; no two numbers below 2^40 have the same.
    static long of(long number) {
        return number * FACTOR >>> 1;
    }

    /// A scrambled key, to choose a place by.
    static long hash(long key) {
        long mixed = (key ^ key >>> SHIFT) * FACTOR;
        return mixed ^ mixed >>> SHIFT;
    }

    /// The numbers below a bound, each once, in an order of chance that is always the same.
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

    /// Keys to look up, drawn evenly from those there are.
    static long[] drawn(int lookups, int count, long seed) {
        long[] keys = new long[lookups];
        long random = seed;
        for (int i = 0; i < lookups; i++) {
            random = random * STEP + SUMMAND;
            keys[i] = of(random >>> SHIFT & count - 1);
        }
        return keys;
    }

    /// The sum of the values of drawn keys.
    static long expected(int lookups, int count, long seed) {
        long sum = 0;
        long random = seed;
        for (int i = 0; i < lookups; i++) {
            random = random * STEP + SUMMAND;
            sum += random >>> SHIFT & count - 1;
        }
        return sum;
    }
}
