// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.runtime.columnar;

import dev.ashlar.sql.runtime.SortedRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Rows with the results of window functions, in the order of the last window, as
/// [WindowRows][dev.ashlar.sql.runtime.aggregate.WindowRows] gives them.
///
/// @param types of the columns of the input
public record WindowedColumns(Step input, List<WordType> types, List<Group> groups) implements Step {
    /// Functions over one window.
    ///
    /// @param partition columns whose values are equal in a partition
    /// @param shape     of frames; empty if no call needs any
    public record Group(List<Integer> partition, List<SortedRows.Key> order, Optional<Frames.Shape> shape,
            List<Call> calls) {
        public Group {
            partition = List.copyOf(partition);
            order = List.copyOf(order);
            calls = List.copyOf(calls);
        }
    }

    public WindowedColumns {
        types = List.copyOf(types);
        groups = List.copyOf(groups);
    }

    @Override
    public Columns read(Run run) {
        Columns rows = input.read(run);
        List<Column> all = new ArrayList<>(rows.all());
        for (int g = 0; g < groups.size() - 1; g++) {
            Partitions partitions = partitions(groups.get(g), rows, run);
            for (Column found : results(groups.get(g), partitions, rows.rows(), run)) {
                all.add(partitions.back(found));
            }
        }
        Group last = groups.getLast();
        Columns before = new Columns(rows.rows(), all);
        Partitions partitions = partitions(last, before, run);
        List<Column> results = results(last, partitions, rows.rows(), run);
        List<Column> ordered = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            ordered.add(partitions.column(i));
        }
        ordered.addAll(results);
        return new Columns(rows.rows(), ordered);
    }

    private Partitions partitions(Group group, Columns rows, Run run) {
        return new Partitions(rows, group.partition, group.order, types, run);
    }

    private static List<Column> results(Group group, Partitions partitions, int rows, Run run) {
        Optional<Frames> frames = group.shape.map(shape -> {
            int most = partitions.longest();
            run.keep(most, 2);
            return new Frames(shape, partitions.comparison(), group.order.size() == 1
                    ? partitions.column(group.order.getFirst().column()) : null, most);
        });
        List<WindowResults> results = group.calls.stream().map(call -> new WindowResults(call, call.argument() < 0
                ? null : partitions.column(call.argument()), new ColumnBuilder(rows, run), frames.orElse(null)))
                .toList();
        for (int i = 0; i < partitions.count(); i++) {
            run.tick();
            int begin = partitions.begin(i);
            int end = partitions.end(i);
            frames.ifPresent(each -> each.moveTo(begin, end));
            results.forEach(each -> each.compute(begin, end, run));
        }
        return results.stream().map(WindowResults::column).toList();
    }
}
