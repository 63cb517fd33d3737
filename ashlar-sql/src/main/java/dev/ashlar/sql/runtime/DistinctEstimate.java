// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.runtime;

import java.math.BigDecimal;

/// Estimates the number of distinct values with HyperLogLog: 16 KiB, with a standard error of 0.8 %.
///
/// **Threading**: one thread.
public final class DistinctEstimate {
    private static final int BITS = 14;
    private static final int REGISTERS = 1 << BITS;
    /// Flajolet et al., "HyperLogLog", 2007: the bias of many registers.
    private static final double ALPHA = 0.7213 / (1 + 1.079 / REGISTERS);
    /// Below this estimate empty registers are counted instead.
    private static final double SMALL = 2.5 * REGISTERS;

    private final byte[] registers = new byte[REGISTERS];

    /// Creates an estimate of no values.
    public DistinctEstimate() { }

    /// @param value a value of a result; null is not counted
    public void add(Object value) {
        if (value == null) {
            return;
        }
        long hash = mixed(hash(value));
        int register = (int) (hash >>> Long.SIZE - BITS);
        int rank = 1 + Math.min(Long.numberOfLeadingZeros(hash << BITS), Long.SIZE - BITS);
        registers[register] = (byte) Math.max(registers[register], rank);
    }

    private static long hash(Object value) {
        return switch (value) {
            case Long number -> number;
            case Double number -> Double.doubleToLongBits(ValueOrder.zero(number));
            case BigDecimal number -> hash(number.stripTrailingZeros().toString());
            default -> hash(value.toString());
        };
    }

    private static long hash(String text) {
        long hash = 0xcbf29ce484222325L;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
        }
        return hash;
    }

    /// Spreads each bit over all others.
    private static long mixed(long hash) {
        long mixed = hash + 0x9e3779b97f4a7c15L;
        mixed = (mixed ^ mixed >>> 30) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94d049bb133111ebL;
        return mixed ^ mixed >>> 31;
    }

    public long count() {
        double sum = 0;
        int empty = 0;
        for (byte register : registers) {
            sum += Math.scalb(1.0, -register);
            empty += register == 0 ? 1 : 0;
        }
        double estimate = ALPHA * REGISTERS * REGISTERS / sum;
        return Math.round(estimate <= SMALL && empty > 0 ? REGISTERS * Math.log((double) REGISTERS / empty) : estimate);
    }
}
