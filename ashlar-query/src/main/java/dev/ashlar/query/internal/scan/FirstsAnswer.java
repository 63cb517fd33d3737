// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.scan;

import dev.ashlar.query.FirstPerKey;
import dev.ashlar.query.Plan;
import dev.ashlar.query.internal.execution.KeyedRows;
import dev.ashlar.query.internal.execution.QueryBudget;
import dev.ashlar.query.internal.execution.TopRows;
import dev.ashlar.query.internal.interpreter.Interpreter;
import dev.ashlar.query.internal.kernel.GroupTable;
import dev.ashlar.query.internal.kernel.KernelShape;
import dev.ashlar.query.internal.relation.TableRelation;
import dev.ashlar.store.CorruptChunkException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Builds result rows from the words of the first rows of each key: the interpreter reads these rows whole, in order,
/// each thread some thousands at a time.
///
/// @param readers one for each thread
record FirstsAnswer(Plan plan, KernelShape shape, ScanSnapshot snapshot, List<TableRelation.Reader> readers,
        QueryBudget budget) {
    /// Rows that one thread reads at a time.
    private static final int SOME_ROWS = 1 << 12;

    /// Some of the numbers of rows.
    private record Part(long[] numbers, int from, int to) {
    }

    /// The rows of tables that have no key in common.
    List<Object[]> of(List<GroupTable> tables) {
        TopRows rows = new TopRows(plan, budget);
        ParallelScan.over(parts(numbers(tables)), readers.size(), budget, (worker, part) -> read(part,
                readers.get(worker)), some -> some.forEach(rows::add));
        return rows.rows();
    }

    /// Numbers of the rows in order, each times [FirstPerKey#MAX_ROWS] plus its number within its key from 0 on.
    private long[] numbers(List<GroupTable> tables) {
        long[][] found = new long[1][0];
        ParallelScan.over(tables, readers.size(), budget, (_, table) -> numbers(table), some ->
                found[0] = found[0].length == 0 ? some : merged(found[0], some));
        return found[0];
    }

    private long[] numbers(GroupTable table) {
        int rows = table.count() * shape.most();
        int words = shape.sort().words();
        budget.reserve((long) rows * Long.BYTES);
        long[] numbers = new long[rows];
        int count = 0;
        for (int i = 0; i < rows; i++) {
            long row = table.results[(i + 1) * words - 1];
            if (row != Long.MAX_VALUE) {
                numbers[count++] = row * FirstPerKey.MAX_ROWS + i % shape.most();
            }
        }
        Arrays.sort(numbers, 0, count);
        return Arrays.copyOf(numbers, count);
    }

    /// Both of two that are in order.
    private static long[] merged(long[] some, long[] others) {
        long[] all = new long[some.length + others.length];
        int i = 0;
        int j = 0;
        for (int at = 0; at < all.length; at++) {
            boolean isNext = j == others.length || i < some.length && some[i] < others[j];
            all[at] = isNext ? some[i++] : others[j++];
        }
        return all;
    }

    private static List<Part> parts(long[] numbers) {
        List<Part> parts = new ArrayList<>();
        for (int from = 0; from < numbers.length; from += SOME_ROWS) {
            parts.add(new Part(numbers, from, Math.min(numbers.length, from + SOME_ROWS)));
        }
        return parts;
    }

    private List<Object[]> read(Part part, TableRelation.Reader reader) {
        List<Object[]> rows = new ArrayList<>(part.to - part.from);
        for (int i = part.from; i < part.to; i++) {
            long row = part.numbers[i] / FirstPerKey.MAX_ROWS;
            if (!reader.seek(row)) {
                throw new CorruptChunkException("row is missing", row, row + 1, plan.source().name());
            }
            rows.add(KeyedRows.numbered(Interpreter.outputs(plan, reader),
                    part.numbers[i] % FirstPerKey.MAX_ROWS + 1));
        }
        return rows;
    }
}
