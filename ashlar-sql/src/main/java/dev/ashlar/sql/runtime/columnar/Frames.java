// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.runtime.columnar;

import dev.ashlar.sql.runtime.aggregate.WindowFrame.Kind;
import dev.ashlar.sql.runtime.aggregate.WindowFrame.Unit;
import java.util.Arrays;

/// The frame of each row of a partition, as defined by [WindowFrame][dev.ashlar.sql.runtime.aggregate.WindowFrame].
/// Neither end moves back from row to row.
public final class Frames {
    /// Where frames begin or end.
    ///
    /// @param distance from the row, negative before it: in rows, or of words of the key by which rows are ordered
    public record Bound(Kind kind, long distance) {
    }

    /// @param unit       ROWS or RANGE
    /// @param descending whether the key of RANGE is
    public record Shape(Unit unit, Bound lower, Bound upper, boolean descending) {
        /// Whether a frame has all rows of the one before.
        public boolean grows() {
            return lower.kind == Kind.UNBOUNDED_PRECEDING;
        }
    }

    private final Shape shape;
    private final RowComparison comparison;
    /// By which rows are ordered, if a bound of RANGE has a distance.
    private final Column key;
    private final int[] begins;
    private final int[] ends;
    private final int[] peersBegins;
    private final int[] peersEnds;
    private int from;
    private int to;

    /// @param key  null if no bound of RANGE has a distance
    /// @param most rows of a partition
    Frames(Shape shape, RowComparison comparison, Column key, int most) {
        this.shape = shape;
        this.comparison = comparison;
        this.key = key;
        begins = new int[most];
        ends = new int[most];
        peersBegins = new int[most];
        peersEnds = new int[most];
    }

    /// Goes on to a partition.
    void moveTo(int first, int end) {
        from = first;
        to = end;
        findPeers();
        place(shape.lower, true, begins);
        place(shape.upper, false, ends);
        for (int i = 0; i < to - from; i++) {
            begins[i] = Math.clamp(begins[i], from, to);
            ends[i] = Math.clamp(ends[i], begins[i], to);
        }
    }

    private void findPeers() {
        for (int begin = from; begin < to;) {
            int end = begin + 1;
            while (end < to && comparison.compare(end - 1, end) == 0) {
                end++;
            }
            for (int i = begin; i < end; i++) {
                peersBegins[i - from] = begin;
                peersEnds[i - from] = end;
            }
            begin = end;
        }
    }

    /// @param first whether the frame's first row is wanted, or the place after its last
    private void place(Bound bound, boolean first, int[] found) {
        int count = to - from;
        switch (bound.kind) {
            case UNBOUNDED_PRECEDING -> Arrays.fill(found, 0, count, from);
            case UNBOUNDED_FOLLOWING -> Arrays.fill(found, 0, count, to);
            case CURRENT_ROW -> {
                if (shape.unit == Unit.RANGE) {
                    System.arraycopy(first ? peersBegins : peersEnds, 0, found, 0, count);
                } else {
                    placeRows(first ? 0 : 1, found);
                }
            }
            case PRECEDING, FOLLOWING -> {
                if (shape.unit == Unit.RANGE) {
                    search(bound.distance, first, found);
                } else {
                    placeRows(bound.distance + (first ? 0 : 1), found);
                }
            }
        }
    }

    private void placeRows(long distance, int[] found) {
        for (int i = 0; i < to - from; i++) {
            found[i] = Math.clamp(from + i + distance, from, to);
        }
    }

    private void search(long distance, boolean first, int[] found) {
        // Rows without a key are at one end.
        int last = to;
        while (last > from && key.isNull(last - 1)) {
            last--;
        }
        int place = from;
        while (place < last && key.isNull(place)) {
            place++;
        }
        for (int i = from; i < to; i++) {
            if (key.isNull(i)) {
                found[i - from] = first ? peersBegins[i - from] : peersEnds[i - from];
                continue;
            }
            long wanted = wanted(key.words()[i], distance);
            while (place < last && isBefore(key.words()[place], wanted, first)) {
                place++;
            }
            found[i - from] = place;
        }
    }

    private long wanted(long word, long distance) {
        try {
            return shape.descending ? Math.subtractExact(word, distance) : Math.addExact(word, distance);
        } catch (ArithmeticException _) {
            throw NotColumnarException.INSTANCE;
        }
    }

    private boolean isBefore(long word, long wanted, boolean first) {
        int order = shape.descending ? Long.compare(wanted, word) : Long.compare(word, wanted);
        return first ? order < 0 : order <= 0;
    }

    /// Of the row at a place.
    int begin(int place) {
        return begins[place - from];
    }

    /// After the last row.
    int end(int place) {
        return ends[place - from];
    }

    int peersBegin(int place) {
        return peersBegins[place - from];
    }
}
