// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export.reading.parquet;

import dev.ashlar.export.reading.codec.ByteWords;
import dev.ashlar.export.reading.codec.DamagedException;
import java.util.Arrays;

/// Small numbers of a fixed width, in runs of one value and in packed groups of eight.
///
/// **Threading**: one thread.
final class Hybrid {
    private static final int GROUP = 8;
    private static final int MAX_WIDTH = 32;

    private byte[] bytes;
    private int at;
    private int end;
    private int width;
    private long left;
    private boolean packed;
    private int value;
    private long bit;

    /// @param bytes with slack behind `to`
    void open(byte[] from, int begin, int to, int bitWidth) throws DamagedException {
        if (bitWidth < 0 || bitWidth > MAX_WIDTH || begin > to) {
            throw new DamagedException("numbers have a wrong width: bits=" + bitWidth);
        }
        bytes = from;
        at = begin;
        end = to;
        width = bitWidth;
        left = 0;
        if (bitWidth == 0) {
            left = Long.MAX_VALUE;
            packed = false;
            value = 0;
        }
    }

    /// Whether the next `count` are the same number.
    boolean isRun(int count) throws DamagedException {
        if (left == 0) {
            run();
        }
        return !packed && left >= count;
    }

    /// The number of the run.
    int value() {
        return value;
    }

    void skipRun(int count) {
        left -= count;
    }

    void read(int[] to, int begin, int count) throws DamagedException {
        int i = begin;
        int stop = begin + count;
        while (i < stop) {
            if (left == 0) {
                run();
            }
            int now = (int) Math.min(left, stop - i);
            if (packed) {
                unpack(to, i, now);
            } else {
                Arrays.fill(to, i, i + now, value);
            }
            i += now;
            left -= now;
        }
    }

    private void unpack(int[] to, int begin, int count) {
        int mask = width == Integer.SIZE ? -1 : (1 << width) - 1;
        long next = bit;
        for (int i = begin; i < begin + count; i++) {
            to[i] = (int) (ByteWords.word(bytes, (int) (next >>> 3)) >>> (next & 7)) & mask;
            next += width;
        }
        bit = next;
    }

    private void run() throws DamagedException {
        long header = 0;
        boolean more = true;
        for (int shift = 0; more; shift += 7) {
            if (at >= end || shift > 28) {
                throw new DamagedException("numbers end early");
            }
            header |= (long) (bytes[at] & 0x7f) << shift;
            more = bytes[at++] < 0;
        }
        packed = (header & 1) != 0;
        if (packed) {
            // The last group may be cut where its numbers end.
            long there = (end - at) * (long) Byte.SIZE / width;
            left = Math.min((header >>> 1) * GROUP, there);
            bit = (long) at * Byte.SIZE;
            at += (int) Math.min(end - at, (header >>> 1) * width);
        } else {
            left = header >>> 1;
            int size = (width + Byte.SIZE - 1) / Byte.SIZE;
            if (size > end - at) {
                throw new DamagedException("numbers end early");
            }
            value = (int) (ByteWords.word(bytes, at) & (1L << size * Byte.SIZE) - 1);
            at += size;
        }
        if (left == 0) {
            throw new DamagedException("numbers end early");
        }
    }
}
