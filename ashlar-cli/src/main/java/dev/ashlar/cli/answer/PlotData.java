// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.answer;

import dev.ashlar.cli.output.BadInputException;
import dev.ashlar.cli.output.VisibleText;
import dev.ashlar.sql.SqlColumn;
import dev.ashlar.sql.SqlResult;
import java.sql.JDBCType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/// The points of an answer: its first column is the horizontal axis, each further one is a series of numbers. An answer
/// of one column is a series over the numbers of its rows.
///
/// @param axis   name of the horizontal axis
/// @param isText whether the horizontal axis has texts, which stand at 0, 1, 2 …
/// @param labels what stands at each point of the horizontal axis
/// @param xs     where each point is, in ascending order unless they are texts
/// @param series of each further column
record PlotData(String axis, boolean isText, List<String> labels, double[] xs, List<Series> series) {
    /// More points show no more.
    static final int MAX_POINTS = 1_000_000;
    /// Of a text.
    private static final int MAX_LABEL = 64;

    /// @param ys values; NaN where there is none
    record Series(String name, double[] ys) {
        double min() {
            return Arrays.stream(ys).filter(y -> !Double.isNaN(y)).min().orElse(0);
        }

        double max() {
            return Arrays.stream(ys).filter(y -> !Double.isNaN(y)).max().orElse(0);
        }
    }

    /// @throws BadInputException if the answer cannot be drawn
    static PlotData of(SqlResult result) {
        List<SqlColumn> columns = result.columns();
        int first = columns.size() == 1 ? 0 : 1;
        for (SqlColumn column : columns.subList(first, columns.size())) {
            if (!column.isNumber()) {
                throw new BadInputException("cannot draw column '" + column.name() + "': it is not a number but "
                        + column.typeName() + "; select one column for the horizontal axis, then numbers");
            }
        }
        boolean numbered = first == 0;
        SqlColumn axis = columns.getFirst();
        boolean isText = !numbered && !axis.isNumber() && axis.type() != JDBCType.TIMESTAMP;
        List<String> labels = new ArrayList<>();
        DoubleList xs = new DoubleList();
        List<DoubleList> ys = columns.stream().skip(first).map(_ -> new DoubleList()).toList();
        while (result.next()) {
            if (xs.size == MAX_POINTS) {
                throw new BadInputException("too many points to draw: most=" + MAX_POINTS
                        + "; group them, such as by time_bucket");
            }
            Object x = numbered ? Long.valueOf(xs.size + 1L) : result.get(0);
            if (x == null && !isText) {
                // It has no place on the axis.
                continue;
            }
            String label = numbered ? x.toString() : x == null ? TablePrinter.NULL : result.text(0);
            labels.add(DisplayWidth.cut(VisibleText.of(label), MAX_LABEL, "~"));
            xs.add(isText ? xs.size : ((Number) x).doubleValue());
            for (int i = 0; i < ys.size(); i++) {
                double y = result.get(first + i) instanceof Number number ? number.doubleValue() : Double.NaN;
                ys.get(i).add(Double.isInfinite(y) ? Double.NaN : y);
            }
        }
        if (xs.size == 0) {
            throw new BadInputException("there is nothing to draw: the answer has no rows");
        }
        List<Series> series = IntStream.range(0, ys.size())
                .mapToObj(i -> new Series(VisibleText.of(columns.get(first + i).name()), ys.get(i).values())).toList();
        PlotData data = new PlotData(numbered ? "row" : VisibleText.of(axis.name()), isText, labels, xs.values(),
                series);
        return isText ? data : data.sorted();
    }

    int size() {
        return xs.length;
    }

    private PlotData sorted() {
        boolean ascending = IntStream.range(1, size()).allMatch(i -> xs[i - 1] <= xs[i]);
        if (ascending) {
            return this;
        }
        int[] order = IntStream.range(0, size()).boxed().sorted(Comparator.comparingDouble(i -> xs[i]))
                .mapToInt(Integer::intValue).toArray();
        return new PlotData(axis, false, Arrays.stream(order).mapToObj(labels::get).toList(), ordered(xs, order),
                series.stream().map(s -> new Series(s.name(), ordered(s.ys(), order))).toList());
    }

    private static double[] ordered(double[] values, int[] order) {
        return Arrays.stream(order).mapToDouble(i -> values[i]).toArray();
    }

    /// Grows as values come.
    private static final class DoubleList {
        private double[] values = new double[64];
        private int size;

        void add(double value) {
            if (size == values.length) {
                values = Arrays.copyOf(values, 2 * size);
            }
            values[size++] = value;
        }

        double[] values() {
            return Arrays.copyOf(values, size);
        }
    }
}
