// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.runtime.columnar;

/// The results of one window function, partition by partition.
final class WindowResults {
    private final Call call;
    /// Null for none.
    private final Column argument;
    private final ColumnBuilder results;
    /// Null if the function needs none.
    private final Frames frames;

    WindowResults(Call call, Column argument, ColumnBuilder results, Frames frames) {
        this.call = call;
        this.argument = argument;
        this.results = results;
        this.frames = frames;
    }

    /// @param end after the last row
    void compute(int begin, int end, Run run) {
        switch (call.function()) {
            case ROW_NUMBER -> {
                for (int row = begin; row < end; row++) {
                    results.set(row, row - begin + 1L);
                }
            }
            case RANK -> {
                for (int row = begin; row < end; row++) {
                    results.set(row, frames.peersBegin(row) - begin + 1L);
                }
            }
            case DENSE_RANK -> {
                long rank = 0;
                for (int row = begin; row < end; row++) {
                    rank += frames.peersBegin(row) == row ? 1 : 0;
                    results.set(row, rank);
                }
            }
            case NEIGHBOUR -> neighbours(begin, end);
            case FIRST_VALUE, LAST_VALUE -> ends(begin, end);
            case COUNT, SUM, SUM0, MIN, MAX -> aggregate(begin, end, run);
        }
    }

    private void neighbours(int begin, int end) {
        for (int row = begin; row < end; row++) {
            long at = row + call.distance();
            if (at >= begin && at < end) {
                results.copy(row, argument, (int) at);
            } else if (call.otherwise().isNull()) {
                results.setNull(row);
            } else {
                results.set(row, call.otherwise().word());
            }
        }
    }

    private void ends(int begin, int end) {
        for (int row = begin; row < end; row++) {
            if (frames.begin(row) == frames.end(row)) {
                results.setNull(row);
            } else {
                results.copy(row, argument, call.function() == Call.Function.FIRST_VALUE ? frames.begin(row)
                        : frames.end(row) - 1);
            }
        }
    }

    /// Rows that enter the frame are added, those that leave it subtracted.
    private void aggregate(int begin, int end, Run run) {
        Accumulators accumulator = new Accumulators(call, argument, 1, run);
        int from = begin;
        int to = begin;
        for (int row = begin; row < end; row++) {
            if (row % Run.ROWS == 0) {
                run.tick();
            }
            int first = frames.begin(row);
            if (first > to) {
                accumulator.clear(0);
                from = first;
                to = first;
            }
            for (; from < first; from++) {
                accumulator.subtract(0, from);
            }
            for (; to < frames.end(row); to++) {
                accumulator.add(0, to);
            }
            accumulator.addTo(results, row, 0);
        }
    }

    Column column() {
        boolean copies = switch (call.function()) {
            case NEIGHBOUR, FIRST_VALUE, LAST_VALUE -> true;
            default -> false;
        };
        return results.column(copies ? argument.texts() : Column.NO_TEXTS);
    }
}
