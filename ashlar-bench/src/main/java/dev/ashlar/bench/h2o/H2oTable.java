// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.h2o;

import java.nio.charset.StandardCharsets;

/// The values of the published table `x`, by row: `id1` to `id3` are texts, all others numbers. `id1`, `id2`, `id4` and
/// `id5` have K different values, `id3` and `id6` as many as rows / K; all are drawn at random, here by hashing.
///
/// @param groups K
record H2oTable(long rows, int groups) {
    /// One of `count` numbers from 1 on, the same each time for a row and column.
    private static long draw(long row, int column, long count) {
        long mixed = (row + 1) * 0x9e37_79b9_7f4a_7c15L + column * 0xbf58_476d_1ce4_e5b9L;
        mixed = (mixed ^ mixed >>> 30) * 0xbf58_476d_1ce4_e5b9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94d0_49bb_1331_11ebL;
        return 1 + ((mixed ^ mixed >>> 31) >>> 1) % count;
    }

    /// `id1` or `id2`: `id001`.
    byte[] shortText(long row, int column) {
        return text(draw(row, column, groups), 5);
    }

    /// `id3`: `id0000000001`.
    byte[] longText(long row) {
        return text(draw(row, 3, small()), 12);
    }

    private static byte[] text(long number, int length) {
        byte[] text = new byte[length];
        text[0] = 'i';
        text[1] = 'd';
        long left = number;
        for (int i = length - 1; i > 1; i--) {
            text[i] = (byte) ('0' + left % 10);
            left /= 10;
        }
        return text;
    }

    static String string(byte[] text) {
        return new String(text, StandardCharsets.US_ASCII);
    }

    /// `id4`, `id5` or `id6`.
    int id(long row, int column) {
        return (int) draw(row, column, column == 6 ? small() : groups);
    }

    private long small() {
        return Math.max(1, rows / groups);
    }

    int v1(long row) {
        return (int) draw(row, 7, 5);
    }

    int v2(long row) {
        return (int) draw(row, 8, 15);
    }

    /// With six digits after the point, below 100.
    double v3(long row) {
        return (draw(row, 9, 100_000_000) - 1) / 1e6;
    }
}
