// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.runtime.columnar;

import dev.ashlar.query.Expr.Comparison;
import java.util.Arrays;
import java.util.List;

/// An expression over columns, computed for a block of rows at once.
///
/// All operands are computed for all rows, even if AND, OR or CASE need only some. So a potential error is left to
/// operators over objects, which compute only what is needed.
///
/// **Threading**: immutable.
public sealed interface Formula {
    /// @param count of rows from the first one on
    /// @throws NotColumnarException if a value is out of range
    Values of(Columns rows, int first, int count);

    /// Values of a block of rows, as [Column] has them.
    ///
    /// @param nulls empty if none is NULL
    record Values(long[] words, boolean[] nulls) {
        boolean isNull(int row) {
            return nulls.length > 0 && nulls[row];
        }

        boolean isTrue(int row) {
            return words[row] != 0 && !isNull(row);
        }

        /// Where one of two is NULL.
        boolean[] nullsWith(Values other, int count) {
            if (nulls.length == 0 || other.nulls.length == 0) {
                return nulls.length == 0 ? other.nulls : nulls;
            }
            boolean[] both = new boolean[count];
            for (int i = 0; i < count; i++) {
                both[i] = nulls[i] | other.nulls[i];
            }
            return both;
        }
    }

    /// A column.
    record Input(int column) implements Formula {
        @Override
        public Values of(Columns rows, int first, int count) {
            Column from = rows.get(column);
            long[] words = new long[count];
            System.arraycopy(from.words(), first, words, 0, count);
            if (from.nulls().length == 0) {
                return new Values(words, Column.NO_NULLS);
            }
            boolean[] nulls = new boolean[count];
            System.arraycopy(from.nulls(), first, nulls, 0, count);
            return new Values(words, nulls);
        }
    }

    /// The same for all rows.
    record Constant(long word, boolean isNull) implements Formula {
        @Override
        public Values of(Columns rows, int first, int count) {
            long[] words = new long[count];
            Arrays.fill(words, word);
            boolean[] nulls = isNull ? new boolean[count] : Column.NO_NULLS;
            Arrays.fill(nulls, true);
            return new Values(words, nulls);
        }
    }

    /// Computes a word from two.
    enum Operator {
        ADD, SUBTRACT, MULTIPLY, DIVIDE, REMAINDER,
        /// -1, 0 or 1, as the left number with a floating point is less, equal or greater.
        COMPARE_REALS;

        /// @throws ArithmeticException if it is out of range, or division by zero
        long of(long left, long right) {
            return switch (this) {
                case ADD -> Math.addExact(left, right);
                case SUBTRACT -> Math.subtractExact(left, right);
                case MULTIPLY -> Math.multiplyExact(left, right);
                case DIVIDE -> Math.divideExact(left, right);
                case REMAINDER -> left % right;
                // Without negative zero, and with one NaN: as they are ordered everywhere.
                case COMPARE_REALS -> Double.compare(Double.longBitsToDouble(left), Double.longBitsToDouble(right));
            };
        }
    }

    /// NULL if an operand is.
    record Binary(Operator operator, Formula left, Formula right) implements Formula {
        @Override
        public Values of(Columns rows, int first, int count) {
            Values one = left.of(rows, first, count);
            Values other = right.of(rows, first, count);
            boolean[] nulls = one.nullsWith(other, count);
            long[] words = new long[count];
            try {
                for (int i = 0; i < count; i++) {
                    words[i] = nulls.length > 0 && nulls[i] ? 0 : operator.of(one.words[i], other.words[i]);
                }
            } catch (ArithmeticException _) {
                throw NotColumnarException.INSTANCE;
            }
            return new Values(words, nulls);
        }
    }

    /// Compares words by their numbers.
    record Compared(Comparison comparison, Formula left, Formula right) implements Formula {
        @Override
        public Values of(Columns rows, int first, int count) {
            Values one = left.of(rows, first, count);
            Values other = right.of(rows, first, count);
            long[] words = new long[count];
            for (int i = 0; i < count; i++) {
                words[i] = comparison.holds(Long.compare(one.words[i], other.words[i])) ? 1 : 0;
            }
            return new Values(words, one.nullsWith(other, count));
        }
    }

    /// The same number, which has to lie between two.
    record InRange(Formula operand, long least, long greatest) implements Formula {
        @Override
        public Values of(Columns rows, int first, int count) {
            Values found = operand.of(rows, first, count);
            for (int i = 0; i < count; i++) {
                if ((found.words[i] < least || found.words[i] > greatest) && !found.isNull(i)) {
                    throw NotColumnarException.INSTANCE;
                }
            }
            return found;
        }
    }

    /// AND or OR: of three values, true, false and NULL.
    record Logical(boolean isOr, List<Formula> operands) implements Formula {
        public Logical {
            operands = List.copyOf(operands);
        }

        @Override
        public Values of(Columns rows, int first, int count) {
            // AND is false where an operand is; OR is true.
            long decisive = isOr ? 1 : 0;
            long[] words = new long[count];
            Arrays.fill(words, 1 - decisive);
            boolean[] decided = new boolean[count];
            boolean[] nulls = Column.NO_NULLS;
            for (Formula operand : operands) {
                Values found = operand.of(rows, first, count);
                nulls = new Values(words, nulls).nullsWith(found, count);
                for (int i = 0; i < count; i++) {
                    decided[i] |= found.words[i] == decisive && !found.isNull(i);
                }
            }
            boolean[] unknown = new boolean[nulls.length];
            for (int i = 0; i < count; i++) {
                words[i] = decided[i] ? decisive : words[i];
                if (unknown.length > 0) {
                    unknown[i] = nulls[i] && !decided[i];
                }
            }
            return new Values(words, unknown);
        }
    }

    /// The other truth value.
    record Not(Formula operand) implements Formula {
        @Override
        public Values of(Columns rows, int first, int count) {
            Values found = operand.of(rows, first, count);
            for (int i = 0; i < count; i++) {
                found.words[i] ^= 1;
            }
            return found;
        }
    }

    /// Whether a value is NULL.
    record IsNull(Formula operand) implements Formula {
        @Override
        public Values of(Columns rows, int first, int count) {
            Values found = operand.of(rows, first, count);
            for (int i = 0; i < count; i++) {
                found.words[i] = found.isNull(i) ? 1 : 0;
            }
            return new Values(found.words, Column.NO_NULLS);
        }
    }

    /// Whether a condition is true, or false; never NULL.
    record Is(Formula operand, boolean truth) implements Formula {
        @Override
        public Values of(Columns rows, int first, int count) {
            Values found = operand.of(rows, first, count);
            for (int i = 0; i < count; i++) {
                found.words[i] = !found.isNull(i) && found.words[i] != 0 == truth ? 1 : 0;
            }
            return new Values(found.words, Column.NO_NULLS);
        }
    }

    /// The value of the first condition that is true, or the last value.
    ///
    /// @param values one more than conditions
    record Case(List<Formula> conditions, List<Formula> values) implements Formula {
        public Case {
            conditions = List.copyOf(conditions);
            values = List.copyOf(values);
        }

        @Override
        public Values of(Columns rows, int first, int count) {
            Values found = values.getLast().of(rows, first, count);
            for (int c = conditions.size() - 1; c >= 0; c--) {
                Values condition = conditions.get(c).of(rows, first, count);
                Values chosen = values.get(c).of(rows, first, count);
                boolean[] nulls = found.nulls.length == 0 && chosen.nulls.length > 0 ? new boolean[count] : found.nulls;
                for (int i = 0; i < count; i++) {
                    if (condition.isTrue(i)) {
                        found.words[i] = chosen.words[i];
                        if (nulls.length > 0) {
                            nulls[i] = chosen.isNull(i);
                        }
                    }
                }
                found = new Values(found.words, nulls);
            }
            return found;
        }
    }
}
