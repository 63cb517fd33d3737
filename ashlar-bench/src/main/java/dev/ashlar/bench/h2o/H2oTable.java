// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.h2o;

import dev.ashlar.bench.tables.Column;
import java.util.List;

/// The values of the published table `x`, by row: `id1` to `id3` are texts, all others numbers. `id1`, `id2`, `id4` and
/// `id5` have K different values, `id3` and `id6` as many as rows / K; all are drawn at random, here by hashing.
///
/// @param groups K
record H2oTable(long rows, int groups) {
    List<Column> columns() {
        return List.of(Column.texts("id1", 5, row -> shortText(row, 1)), Column.texts("id2", 5, row -> shortText(row, 2)),
                Column.texts("id3", 12, row -> text(draw(row, 3, small()), 12)), Column.ints("id4", row -> id(row, 4)),
                Column.ints("id5", row -> id(row, 5)), Column.ints("id6", row -> id(row, 6)),
                Column.ints("v1", row -> (int) draw(row, 7, 5)), Column.ints("v2", row -> (int) draw(row, 8, 15)),
                // Below 100, with six digits after the decimal point.
                Column.doubles("v3", row -> (draw(row, 9, 100_000_000) - 1) / 1e6));
    }

    /// A number from 1 to `count`, always the same for a row and column.
    private static long draw(long row, int column, long count) {
        long mixed = (row + 1) * 0x9e37_79b9_7f4a_7c15L + column * 0xbf58_476d_1ce4_e5b9L;
        mixed = (mixed ^ mixed >>> 30) * 0xbf58_476d_1ce4_e5b9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94d0_49bb_1331_11ebL;
        return 1 + ((mixed ^ mixed >>> 31) >>> 1) % count;
    }

    /// `id1` or `id2`: `id001`.
    private byte[] shortText(long row, int column) {
        return text(draw(row, column, groups), 5);
    }

    /// Such as `id0000000001`.
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

    /// `id4`, `id5` or `id6`.
    private int id(long row, int column) {
        return (int) draw(row, column, column == 6 ? small() : groups);
    }

    private long small() {
        return Math.max(1, rows / groups);
    }
}
