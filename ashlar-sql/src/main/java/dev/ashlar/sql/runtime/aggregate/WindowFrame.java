// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.runtime.aggregate;

import dev.ashlar.sql.runtime.ValueOrder;
import java.math.BigDecimal;

/// The frame of a window: the rows around a row that a function is computed over.
///
/// @param exclude rows that are excluded from the frame
public record WindowFrame(Unit unit, Bound lower, Bound upper, Exclusion exclude) {
    /// The unit of the bounds.
    public enum Unit {
        ROWS,
        /// Differences of the key by which rows are ordered.
        RANGE,
        /// Groups of rows with equal keys.
        GROUPS
    }

    /// The rows that are excluded from a frame.
    public enum Exclusion { NONE, CURRENT_ROW, PEERS, OTHER_PEERS }

    /// Where a frame begins or ends.
    public enum Kind { UNBOUNDED_PRECEDING, PRECEDING, CURRENT_ROW, FOLLOWING, UNBOUNDED_FOLLOWING }

    /// @param offset of PRECEDING and FOLLOWING, in rows, groups or the unit of the key; nanoseconds for timestamps
    public record Bound(Kind kind, BigDecimal offset) {
        /// Distance after the row; before it if negative.
        BigDecimal signed() {
            return kind == Kind.PRECEDING ? offset.negate() : offset;
        }
    }

    Bounds over(WindowPartition partition) {
        return new Bounds(partition);
    }

    /// The frames of successive rows.
    final class Bounds {
        private final WindowPartition partition;
        /// Range of the rows whose key is not NULL.
        private final int valuesBegin;
        private final int valuesEnd;
        private int row;
        private int begin;
        private int end;

        private Bounds(WindowPartition partition) {
            this.partition = partition;
            boolean ranges = unit == Unit.RANGE && (lower.offset != null || upper.offset != null);
            int first = 0;
            int last = partition.size();
            while (ranges && first < last && partition.keyOf(first) == null) {
                first++;
            }
            while (ranges && last > first && partition.keyOf(last - 1) == null) {
                last--;
            }
            valuesBegin = first;
            valuesEnd = last;
        }

        void moveTo(int to) {
            row = to;
            begin = Math.clamp(place(lower, true), 0, partition.size());
            end = Math.clamp(place(upper, false), begin, partition.size());
        }

        /// @param first true for the first row of the frame, false for the place after its last
        private long place(Bound bound, boolean first) {
            return switch (bound.kind) {
                case UNBOUNDED_PRECEDING -> 0;
                case UNBOUNDED_FOLLOWING -> partition.size();
                case CURRENT_ROW -> unit == Unit.ROWS ? row + (first ? 0 : 1) : peers(first);
                case PRECEDING, FOLLOWING -> switch (unit) {
                    case ROWS -> row + clamped(bound.signed()) + (first ? 0 : 1);
                    case GROUPS -> partition.group(partition.peersBefore(row) + clamped(bound.signed())
                            + (first ? 0 : 1));
                    case RANGE -> partition.keyOf(row) == null ? peers(first) : search(bound.signed(), first);
                };
            };
        }

        private int peers(boolean first) {
            return first ? partition.peersBegin(row) : partition.peersEnd(row);
        }

        private static long clamped(BigDecimal offset) {
            return offset.min(BigDecimal.valueOf(Integer.MAX_VALUE)).max(BigDecimal.valueOf(Integer.MIN_VALUE))
                    .longValue();
        }

        /// The first row whose key is not before that of the row and a difference; or the first that is after it.
        private int search(BigDecimal difference, boolean first) {
            boolean descending = partition.key().descending();
            Object wanted = sum(partition.keyOf(row), descending ? difference.negate() : difference);
            int low = valuesBegin;
            int high = valuesEnd;
            while (low < high) {
                int middle = (low + high) >>> 1;
                int order = ValueOrder.values(comparable(partition.keyOf(middle)), wanted);
                order = descending ? -order : order;
                if (first ? order < 0 : order <= 0) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        }

        private static Object sum(Object key, BigDecimal difference) {
            return comparable(key) instanceof BigDecimal number ? number.add(difference)
                    : (Double) comparable(key) + difference.doubleValue();
        }

        private static Object comparable(Object key) {
            return switch (key) {
                case BigDecimal number -> number;
                case Double number -> number;
                case Float number -> number.doubleValue();
                case Number number -> BigDecimal.valueOf(number.longValue());
                default -> throw new IllegalArgumentException("no differences: key=" + key);
            };
        }

        int row() {
            return row;
        }

        int begin() {
            return begin;
        }

        /// After the last.
        int end() {
            return end;
        }

        /// Whether a row between the bounds is in the frame.
        boolean sees(int at) {
            boolean peer = at >= partition.peersBegin(row) && at < partition.peersEnd(row);
            return switch (exclude) {
                case NONE -> true;
                case CURRENT_ROW -> at != row;
                case PEERS -> !peer;
                case OTHER_PEERS -> at == row || !peer;
            };
        }

        /// Whether all rows between the bounds are in the frame.
        boolean seesAll() {
            return exclude == Exclusion.NONE;
        }
    }
}
