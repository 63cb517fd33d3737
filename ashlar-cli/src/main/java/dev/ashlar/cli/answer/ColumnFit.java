// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.answer;

import dev.ashlar.sql.SqlColumn;
import java.sql.JDBCType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// Which columns of a table fit on a line, and how wide they are there. Long texts and names are cut first; numbers and
/// times never are, since parts of them would be other values. Then columns in the middle are left out.
final class ColumnFit {
    /// Stands for columns that are left out.
    static final int HIDDEN = -1;
    /// Widths that texts and names are cut to, until the columns fit.
    private static final int[] CUTS = {64, 40, 24, 16};

    /// @param index of the column, or [#HIDDEN]
    record Fitted(int index, int width) { }

    /// All columns, however wide.
    static List<Fitted> all(int[] names, int[] values) {
        return kept(join(names, values, new int[0], Integer.MAX_VALUE));
    }

    /// @param names  width of each name
    /// @param values width of the widest value of each column
    /// @param around characters between two columns
    /// @param ends   characters before the first and after the last column
    static List<Fitted> of(List<SqlColumn> columns, int[] names, int[] values, int around, int ends, int width) {
        int[] natural = join(names, values, new int[0], Integer.MAX_VALUE);
        if (total(natural, around, ends) <= width) {
            return kept(natural);
        }
        int[] cuttable = columns.stream().filter(ColumnFit::isCuttable).mapToInt(SqlColumn::index).toArray();
        int[] widths = natural;
        for (int cut : CUTS) {
            widths = join(names, values, cuttable, cut);
            if (total(widths, around, ends) <= width) {
                return kept(widths);
            }
        }
        return fewer(widths, around, ends, width);
    }

    private static boolean isCuttable(SqlColumn column) {
        return !column.isNumber() && column.type() != JDBCType.TIMESTAMP && column.type() != JDBCType.DATE
                && column.type() != JDBCType.TIME && column.type() != JDBCType.BOOLEAN;
    }

    private static int[] join(int[] names, int[] values, int[] cuttable, int cut) {
        int[] widths = new int[names.length];
        for (int i = 0; i < widths.length; i++) {
            widths[i] = Math.max(Math.min(names[i], cut), values[i]);
        }
        for (int column : cuttable) {
            widths[column] = Math.min(widths[column], cut);
        }
        return widths;
    }

    private static int total(int[] widths, int around, int ends) {
        return Arrays.stream(widths).sum() + around * (widths.length - 1) + ends;
    }

    private static List<Fitted> kept(int[] widths) {
        return IntStream.range(0, widths.length).mapToObj(i -> new Fitted(i, widths[i])).toList();
    }

    /// Columns as long as they fit: two from the left, one from the right, and so on.
    private static List<Fitted> fewer(int[] widths, int around, int ends, int width) {
        int left = width - ends - 1;
        List<Fitted> first = new ArrayList<>();
        List<Fitted> last = new ArrayList<>();
        int from = 0;
        int to = widths.length;
        boolean fits = true;
        while (fits && from < to) {
            boolean fromLeft = first.size() < 2 * (last.size() + 1);
            int column = fromLeft ? from : to - 1;
            fits = widths[column] + around <= left;
            if (fits) {
                left -= widths[column] + around;
                if (fromLeft) {
                    first.add(new Fitted(from++, widths[column]));
                } else {
                    last.addFirst(new Fitted(--to, widths[column]));
                }
            }
        }
        if (first.isEmpty()) {
            return List.of(new Fitted(0, Math.max(1, width - ends)));
        }
        first.add(new Fitted(HIDDEN, 1));
        first.addAll(last);
        return first;
    }
}
