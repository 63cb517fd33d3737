// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.segmented;

/// Three signals of [#SAMPLES] doubles, and the work on them.
public abstract class Signals implements AutoCloseable {
    /// Samples of a signal: 64 MiB, twice the last-level cache of the reference machine.
    public static final int LENGTH = 1 << 23;
    /// Gives fewer samples to a JVM without room for all.
    static final String PROPERTY = "ashlar.lab.samples";
    /// Samples of a signal in this JVM, a power of two of whole chunks; as a constant, it costs no more than one.
    static final int SAMPLES = Integer.getInteger(PROPERTY, LENGTH);
    /// Accesses of one round of random reads or writes.
    public static final int ACCESSES = 1 << 18;
    public static final int CHUNK_BYTES = 1 << 20;
    static final int CHUNK_SHIFT = 17;
    static final int CHUNK_MASK = (1 << CHUNK_SHIFT) - 1;

    private static final long FACTOR = 6364136223846793005L;
    private static final long SUMMAND = 1442695040888963407L;

    Signals() {
    }

    /// The sample at `index` of signal `a`; whole numbers, so that sums do not depend on their order.
    public static double a(long index) {
        return index % 1000;
    }

    public static double b(long index) {
        return index % 777;
    }

    /// The next number of a fixed pseudorandom sequence.
    static long next(long random) {
        return random * FACTOR + SUMMAND;
    }

    /// The index for a number of the sequence.
    static int index(long random) {
        return (int) (random >>> 20) & SAMPLES - 1;
    }

    /// Sets `a`, `b` and `out` at an index.
    public abstract void set(long index, double a, double b, double out);

    /// Reads `a`. A JVM has one subclass, so this costs no call.
    abstract double get(long index);

    /// Writes `a`.
    abstract void put(long index, double value);

    public abstract double out(long index);

    /// The sum of `a`, in order.
    public double sum() {
        double sum = 0;
        for (long i = 0; i < SAMPLES; i++) {
            sum += get(i);
        }
        return sum;
    }

    /// Sets `out` to the sums of `a` and `b`.
    public abstract void mix();

    /// The sum of `a` at the next [#ACCESSES] random indexes; none depends on what was read before.
    public final double readRandom(long seed) {
        long random = seed;
        double sum = 0;
        for (int i = 0; i < ACCESSES; i++) {
            random = next(random);
            sum += get(index(random));
        }
        return sum;
    }

    /// Rewrites the values of `a` at the next [#ACCESSES] random indexes.
    public final void writeRandom(long seed) {
        long random = seed;
        for (int i = 0; i < ACCESSES; i++) {
            random = next(random);
            int index = index(random);
            put(index, a(index));
        }
    }

    /// Like [#readRandom], but each index depends on the previous sample.
    public final double chase(long seed) {
        long random = seed;
        double sum = 0;
        double last = 0;
        for (int i = 0; i < ACCESSES; i++) {
            random = next(random + (long) last);
            last = get(index(random));
            sum += last;
        }
        return sum;
    }

    public final void fill() {
        for (long i = 0; i < SAMPLES; i++) {
            set(i, a(i), b(i), 0);
        }
    }

    /// @throws IllegalStateException if any work has a wrong result
    public final void verify() {
        double sum = 0;
        for (long i = 0; i < SAMPLES; i++) {
            sum += a(i);
        }
        check("sum", sum, sum());
        mix();
        for (long i = 0; i < SAMPLES; i += 511) {
            check("mix", a(i) + b(i), out(i));
        }
        writeRandom(7);
        double read = 0;
        double chased = 0;
        double last = 0;
        long random = 7;
        long chase = 7;
        for (int i = 0; i < ACCESSES; i++) {
            random = next(random);
            read += a(index(random));
            chase = next(chase + (long) last);
            last = a(index(chase));
            chased += last;
        }
        check("random read", read, readRandom(7));
        check("chase", chased, chase(7));
    }

    private void check(String work, double expected, double found) {
        if (expected != found) {
            throw new IllegalStateException(getClass().getSimpleName() + ": wrong result: work=" + work + ", expected="
                    + expected + ", found=" + found);
        }
    }

    @Override
    public void close() {
        // Signals on the heap need not be closed.
    }
}
