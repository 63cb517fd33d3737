// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.segmented;

/// An array on the heap for each signal.
final class HeapSignals extends Signals {
    private final double[] a = new double[SAMPLES];
    private final double[] b = new double[SAMPLES];
    private final double[] out = new double[SAMPLES];

    @Override
    public void set(long index, double forA, double forB, double forOut) {
        a[(int) index] = forA;
        b[(int) index] = forB;
        out[(int) index] = forOut;
    }

    @Override
    public double out(long index) {
        return out[(int) index];
    }

    @Override
    public double sum() {
        double sum = 0;
        for (int i = 0; i < SAMPLES; i++) {
            sum += a[i];
        }
        return sum;
    }

    @Override
    public void mix() {
        for (int i = 0; i < SAMPLES; i++) {
            out[i] = a[i] + b[i];
        }
    }

    @Override
    public double readRandom(long random) {
        double sum = 0;
        for (int i = 0; i < ACCESSES; i++) {
            random = next(random);
            sum += a[index(random)];
        }
        return sum;
    }

    @Override
    public void writeRandom(long random) {
        for (int i = 0; i < ACCESSES; i++) {
            random = next(random);
            int index = index(random);
            a[index] = a(index);
        }
    }

    @Override
    public double chase(long random) {
        double sum = 0;
        double last = 0;
        for (int i = 0; i < ACCESSES; i++) {
            random = next(random + (long) last);
            last = a[index(random)];
            sum += last;
        }
        return sum;
    }

    @Override
    public void close() {
    }
}
