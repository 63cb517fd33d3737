// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export.parquet;

import dev.ashlar.export.pipeline.ByteSink;

/// The bit-packed encodings of Parquet.
final class Packing {
    /// Values of a block, and of the parts of it that have a width of their own.
    private static final int BLOCK = 128;
    private static final int MINI = 32;
    private static final int MINIS = BLOCK / MINI;
    /// A run of equal values is worth its own header from this length on.
    private static final int RUN = 8;

    /// RLE: runs of equal codes, and groups of 8 others.
    static void putRuns(int[] codes, int from, int to, int width, ByteSink sink) {
        int packed = from;
        int at = from;
        while (at < to) {
            int end = endOfRun(codes, at, to);
            // Groups before a run are whole.
            int start = at + (RUN - (at - packed) % RUN) % RUN;
            if (end - start >= RUN) {
                putGroups(codes, packed, start, width, sink);
                sink.putVarint((long) (end - start) << 1);
                for (int bits = 0; bits < width; bits += Byte.SIZE) {
                    sink.write(codes[at] >>> bits);
                }
                packed = end;
            }
            at = end;
        }
        putGroups(codes, packed, to, width, sink);
    }

    private static int endOfRun(int[] codes, int from, int to) {
        int end = from + 1;
        while (end < to && codes[end] == codes[from]) {
            end++;
        }
        return end;
    }

    /// The last group is filled with zeros.
    private static void putGroups(int[] codes, int from, int to, int width, ByteSink sink) {
        if (from == to) {
            return;
        }
        int groups = (to - from + RUN - 1) / RUN;
        sink.putVarint((long) groups << 1 | 1);
        int end = sink.length() + groups * width;
        sink.putBits(codes, from, to, width);
        while (sink.length() < end) {
            sink.write(0);
        }
    }

    /// Definition levels: which rows have a value, as one run or one bit each.
    ///
    /// @param nulls bits of the rows; empty if there are none
    static void putPresence(long[] nulls, int from, int to, int nullCount, ByteSink sink) {
        int lengthAt = sink.length();
        sink.putInt(0);
        if (nullCount == 0 || nullCount == to - from) {
            sink.putVarint((long) (to - from) << 1);
            sink.write(nullCount == 0 ? 1 : 0);
        } else {
            int groups = (to - from + RUN - 1) / RUN;
            sink.putVarint((long) groups << 1 | 1);
            int end = sink.length() + groups;
            for (int row = from; row < to; row += Long.SIZE) {
                sink.putLong(~bits(nulls, row));
            }
            sink.truncate(end);
        }
        sink.setInt(lengthAt, sink.length() - lengthAt - Integer.BYTES);
    }

    /// 64 bits from one on.
    private static long bits(long[] from, int at) {
        int word = at >> 6;
        int shift = at & 63;
        return shift == 0 ? from[word] : from[word] >>> shift | (word + 1 < from.length ? from[word + 1] << -shift : 0);
    }

    /// DELTA_BINARY_PACKED: differences of neighbours, less the least one of a block.
    ///
    /// @param narrow whether values are of 32 bits; differences are then, too
    static void putDeltas(long[] values, int from, int to, boolean narrow, ByteSink sink) {
        sink.putVarint(BLOCK);
        sink.putVarint(MINIS);
        sink.putVarint(to - from);
        sink.putZigzag(from < to ? values[from] : 0);
        long[] deltas = new long[BLOCK];
        for (int at = from + 1; at < to; at += BLOCK) {
            int count = Math.min(BLOCK, to - at);
            long least = Long.MAX_VALUE;
            for (int i = 0; i < count; i++) {
                long delta = values[at + i] - values[at + i - 1];
                delta = narrow ? (int) delta : delta;
                deltas[i] = delta;
                least = Math.min(least, delta);
            }
            putBlock(deltas, count, least, narrow, sink);
        }
    }

    private static void putBlock(long[] deltas, int count, long least, boolean narrow, ByteSink sink) {
        sink.putZigzag(least);
        int widthsAt = sink.length();
        sink.putInt(0);
        for (int mini = 0; mini * MINI < count; mini++) {
            int start = mini * MINI;
            int end = Math.min(count, start + MINI);
            long all = 0;
            for (int i = start; i < end; i++) {
                // Of 32 bits it may exceed them, as the difference of any two.
                long more = narrow ? deltas[i] - least & 0xffff_ffffL : deltas[i] - least;
                deltas[i] = more;
                all |= more;
            }
            for (int i = end; i < start + MINI; i++) {
                deltas[i] = 0;
            }
            int width = Long.SIZE - Long.numberOfLeadingZeros(all);
            sink.setByte(widthsAt + mini, width);
            sink.putBits(deltas, start, start + MINI, width);
        }
    }

    /// Bits of the numbers below another.
    static int width(int count) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(0, count - 1));
    }
}
