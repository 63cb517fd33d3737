// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.runtime.columnar;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Selects rows for which a condition is true, and computes columns from their columns.
public record ComputedColumns(Step input, Optional<Formula> where, List<Formula> outputs) implements Step {
    public ComputedColumns {
        outputs = List.copyOf(outputs);
    }

    @Override
    public Columns read(Run run) {
        Columns rows = input.read(run);
        Columns some = where.isEmpty() ? rows : filtered(rows, where.get(), run);
        List<Column> columns = new ArrayList<>();
        for (Formula output : outputs) {
            columns.add(output instanceof Formula.Input same ? some.get(same.column()) : computed(some, output, run));
        }
        return new Columns(some.rows(), columns);
    }

    private static Columns filtered(Columns rows, Formula where, Run run) {
        run.keep(rows.rows(), 1);
        int[] found = new int[rows.rows()];
        int count = 0;
        for (int first = 0; first < rows.rows(); first += Run.ROWS) {
            run.tick();
            int some = Math.min(Run.ROWS, rows.rows() - first);
            Formula.Values truths = where.of(rows, first, some);
            for (int i = 0; i < some; i++) {
                if (truths.isTrue(i)) {
                    found[count++] = first + i;
                }
            }
        }
        return count == rows.rows() ? rows : rows.gathered(found, count, run);
    }

    private static Column computed(Columns rows, Formula output, Run run) {
        run.keep(rows.rows(), 1);
        long[] words = new long[rows.rows()];
        boolean[] nulls = Column.NO_NULLS;
        for (int first = 0; first < rows.rows(); first += Run.ROWS) {
            run.tick();
            int some = Math.min(Run.ROWS, rows.rows() - first);
            Formula.Values found = output.of(rows, first, some);
            System.arraycopy(found.words(), 0, words, first, some);
            if (found.nulls().length > 0) {
                nulls = nulls.length > 0 ? nulls : new boolean[words.length];
                System.arraycopy(found.nulls(), 0, nulls, first, some);
            }
        }
        return new Column(words, nulls, Column.NO_TEXTS);
    }
}
