// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.runtime.columnar;

import dev.ashlar.sql.runtime.SortedRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The rows of a window: one partition after another, in the order of their first rows, each in order.
final class Partitions {
    private final Columns rows;
    private final Run run;
    /// By row: its place; empty if rows are in place.
    private int[] places = {};
    /// By partition: its first place; and the place after the last.
    private final int[] starts;
    /// By column: in order; null until asked for.
    private final Column[] placed;
    private final RowComparison comparison;

    /// @param types of all columns
    Partitions(Columns rows, List<Integer> keys, List<SortedRows.Key> order, List<WordType> types, Run run) {
        this.rows = rows;
        this.run = run;
        placed = new Column[rows.all().size()];
        starts = keys.isEmpty() ? new int[] {0, rows.rows()} : divide(Numbering.of(rows, keys, run));
        comparison = order.isEmpty() ? comparison(order, types) : sorted(order, types);
    }

    private int[] divide(Numbering numbering) {
        int[] numbers = numbering.numbers();
        int[] begins = new int[numbering.count() + 1];
        boolean inPlace = true;
        for (int row = 0; row < numbers.length; row++) {
            begins[numbers[row] + 1]++;
            inPlace &= row == 0 || numbers[row] >= numbers[row - 1];
        }
        for (int i = 1; i < begins.length; i++) {
            begins[i] += begins[i - 1];
        }
        if (!inPlace) {
            int[] next = Arrays.copyOf(begins, begins.length);
            // Numbers are not needed any more.
            places = numbers;
            for (int row = 0; row < numbers.length; row++) {
                places[row] = next[numbers[row]]++;
            }
        }
        return begins;
    }

    private RowComparison comparison(List<SortedRows.Key> order, List<WordType> types) {
        List<Column> columns = new ArrayList<>();
        List<WordType> ofColumns = new ArrayList<>();
        for (SortedRows.Key key : order) {
            columns.add(column(key.column()));
            ofColumns.add(types.get(key.column()));
        }
        return new RowComparison(order, columns, ofColumns, run);
    }

    private RowComparison sorted(List<SortedRows.Key> order, List<WordType> types) {
        RowComparison found = comparison(order, types);
        int[] sorted = {};
        int[] spare = {};
        for (int i = 0; i < count(); i++) {
            if (!found.areOrdered(begin(i), end(i))) {
                if (sorted.length == 0) {
                    run.keep(rows.rows(), 1);
                    sorted = new int[rows.rows()];
                    Arrays.setAll(sorted, row -> row);
                    spare = new int[sorted.length];
                }
                found.sort(sorted, spare, begin(i), end(i));
            }
        }
        if (sorted.length == 0) {
            return found;
        }
        int[] moved = spare;
        for (int i = 0; i < sorted.length; i++) {
            moved[sorted[i]] = i;
        }
        for (int row = 0; row < places.length; row++) {
            places[row] = moved[places[row]];
        }
        places = places.length == 0 ? moved : places;
        Arrays.fill(placed, null);
        return comparison(order, types);
    }

    /// How many.
    int count() {
        return starts.length - 1;
    }

    int begin(int partition) {
        return starts[partition];
    }

    /// After the last.
    int end(int partition) {
        return starts[partition + 1];
    }

    /// The most rows of one.
    int longest() {
        int most = 0;
        for (int i = 0; i < count(); i++) {
            most = Math.max(most, end(i) - begin(i));
        }
        return most;
    }

    /// Of rows by their places.
    RowComparison comparison() {
        return comparison;
    }

    /// A column in order.
    Column column(int column) {
        if (placed[column] == null) {
            if (places.length > 0) {
                run.keep(rows.rows(), 1);
            }
            placed[column] = places.length == 0 ? rows.get(column) : rows.get(column).placed(places);
        }
        return placed[column];
    }

    /// A column that is in order, as the rows were before.
    Column back(Column column) {
        return places.length == 0 ? column : column.gathered(places, places.length);
    }
}
