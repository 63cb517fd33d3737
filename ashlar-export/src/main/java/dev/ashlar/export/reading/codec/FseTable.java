// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export.reading.codec;

import java.util.Arrays;

/// A decoding table of finite state entropy codes (RFC 8878, 4.1).
final class FseTable {
    private static final int LEAST_LOG = 5;

    final byte[] symbols;
    final byte[] bits;
    final short[] next;
    int log;
    private final int maxLog;
    private final int maxSymbol;
    private final int[] counts;
    private int consumed;

    FseTable(int maxLog, int maxSymbol) {
        this.maxLog = maxLog;
        this.maxSymbol = maxSymbol;
        symbols = new byte[1 << maxLog];
        bits = new byte[1 << maxLog];
        next = new short[1 << maxLog];
        counts = new int[maxSymbol + 1];
    }

    /// One symbol, which takes no bits.
    void single(int symbol) throws DamagedException {
        if (symbol > maxSymbol) {
            throw new DamagedException("Zstandard symbol is out of range: symbol=" + symbol);
        }
        log = 0;
        symbols[0] = (byte) symbol;
        bits[0] = 0;
        next[0] = 0;
    }

    /// Reads the description of a table.
    ///
    /// @return bytes that it takes
    int read(byte[] from, int offset, int length) throws DamagedException {
        consumed = 0;
        int tableLog = take(from, offset, length, 4) + LEAST_LOG;
        if (tableLog > maxLog) {
            throw new DamagedException("Zstandard table is too large: log=" + tableLog + ", most=" + maxLog);
        }
        Arrays.fill(counts, 0);
        int remaining = 1 << tableLog;
        int symbol = 0;
        while (remaining > 0) {
            if (symbol > maxSymbol) {
                throw new DamagedException("Zstandard table has too many symbols");
            }
            int width = Integer.SIZE - Integer.numberOfLeadingZeros(remaining + 1);
            int value = look(from, offset, length, width);
            int half = (1 << width - 1) - 1;
            int low = (1 << width) - 1 - (remaining + 1);
            if ((value & half) < low) {
                value &= half;
                consumed += width - 1;
            } else {
                value -= value > half ? low : 0;
                consumed += width;
            }
            int count = value - 1;
            remaining -= Math.abs(count);
            counts[symbol++] = count;
            if (count == 0) {
                int zeros;
                do {
                    zeros = take(from, offset, length, 2);
                    symbol += zeros;
                } while (zeros == 3 && symbol <= maxSymbol);
            }
        }
        if (remaining != 0 || consumed > length * Byte.SIZE) {
            throw new DamagedException("Zstandard table is damaged");
        }
        build(counts, tableLog);
        return (consumed + Byte.SIZE - 1) / Byte.SIZE;
    }

    private int look(byte[] from, int offset, int length, int count) throws DamagedException {
        if (consumed > length * Byte.SIZE) {
            throw new DamagedException("Zstandard table is truncated");
        }
        return (int) (ByteWords.word(from, offset + (consumed >>> 3)) >>> (consumed & 7)) & (1 << count) - 1;
    }

    private int take(byte[] from, int offset, int length, int count) throws DamagedException {
        int value = look(from, offset, length, count);
        consumed += count;
        return value;
    }

    /// @param distribution how many states each symbol has; -1 for one of less than a whole one
    void build(int[] distribution, int tableLog) {
        log = tableLog;
        int size = 1 << tableLog;
        int high = size - 1;
        int[] following = new int[distribution.length];
        for (int i = 0; i < distribution.length; i++) {
            following[i] = Math.abs(distribution[i]);
            if (distribution[i] == -1) {
                symbols[high--] = (byte) i;
            }
        }
        int step = (size >> 1) + (size >> 3) + 3;
        int position = 0;
        for (int i = 0; i < distribution.length; i++) {
            for (int j = 0; j < distribution[i]; j++) {
                symbols[position] = (byte) i;
                do {
                    position = position + step & size - 1;
                } while (position > high);
            }
        }
        for (int i = 0; i < size; i++) {
            int x = following[symbols[i]]++;
            int width = tableLog - (Integer.SIZE - 1 - Integer.numberOfLeadingZeros(x));
            bits[i] = (byte) width;
            next[i] = (short) ((x << width) - size);
        }
    }
}
