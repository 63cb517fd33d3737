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
    double get(long index) {
        return a[(int) index];
    }

    @Override
    void put(long index, double value) {
        a[(int) index] = value;
    }

    @Override
    public double out(long index) {
        return out[(int) index];
    }

    @Override
    public void mix() {
        for (int i = 0; i < SAMPLES; i++) {
            out[i] = a[i] + b[i];
        }
    }

    @Override
    public void close() {
    }
}
