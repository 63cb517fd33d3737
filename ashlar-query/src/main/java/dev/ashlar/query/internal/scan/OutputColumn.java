// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.scan;

import dev.ashlar.query.ColumnVector;
import dev.ashlar.query.ValueType.Kind;
import dev.ashlar.query.internal.kernel.WordLayout;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Builds vectors of one output of a query, from kernel words and from objects where the interpreter takes over.
///
/// **Threading**: one thread.
abstract class OutputColumn {
    final int capacity;
    private long[] nulls = ColumnVector.NO_NULLS;

    private OutputColumn(int capacity) {
        this.capacity = capacity;
    }

    /// @param capacity most rows of a vector
    static OutputColumn of(WordLayout layout, int capacity) {
        boolean decimal = layout.type().kind() == Kind.DECIMAL;
        boolean sameScale = !decimal || layout.scale() == layout.type().scale();
        return switch (layout.form()) {
            case LONG -> sameScale ? new Numbers(1, layout.scale(), capacity) : new Scaled(layout, capacity);
            case DOUBLE, TRUTH -> new Numbers(1, layout.scale(), capacity);
            case WIDE -> sameScale ? new Numbers(2, layout.scale(), capacity) : new Scaled(layout, capacity);
            case CODE, LETTER, BYTES -> new Coded(layout, capacity);
        };
    }

    /// Takes the values of a column of a batch.
    ///
    /// @param row the first of them
    final void take(OutputBatch batch, int column, int row) {
        if (batch.layout(column).nullable()) {
            batch.markNulls(column, marks(), row);
        }
        put(batch, column, row);
    }

    /// Takes an object, or null for NULL.
    final void take(Object value, int row) {
        long[] marks = value == null ? marks() : nulls;
        if (value == null) {
            marks[row >> 6] |= 1L << row;
        }
        put(value, row);
    }

    private long[] marks() {
        if (nulls.length == 0) {
            nulls = new long[(capacity + Long.SIZE - 1) / Long.SIZE];
        }
        return nulls;
    }

    final boolean isNull(int row) {
        return nulls.length > 0 && (nulls[row >> 6] >>> row & 1) != 0;
    }

    /// Forgets rows from one on.
    final void truncate(int rows) {
        for (int row = rows; row < capacity && nulls.length > 0; row++) {
            nulls[row >> 6] &= ~(1L << row);
        }
        cut(rows);
    }

    /// A vector of all rows; begins with none again.
    final ColumnVector vector(int rows) {
        long marked = 0;
        for (long word : nulls) {
            marked |= word;
        }
        long[] marks = marked == 0 ? ColumnVector.NO_NULLS : nulls;
        nulls = ColumnVector.NO_NULLS;
        return vector(rows, marks);
    }

    abstract void put(OutputBatch batch, int column, int row);

    abstract void put(Object value, int row);

    abstract ColumnVector vector(int rows, long[] nulls);

    void cut(int rows) {
        // What is there is overwritten.
    }

    /// Numbers and truths, word by word.
    private static class Numbers extends OutputColumn {
        private final int width;
        private final int scale;
        private long[] words;

        /// @param scale of decimals
        Numbers(int width, int scale, int capacity) {
            super(capacity);
            this.width = width;
            this.scale = scale;
            words = new long[capacity * width];
        }

        @Override
        void put(OutputBatch batch, int column, int row) {
            batch.copy(column, words, row * width);
        }

        @Override
        void put(Object value, int row) {
            BigInteger whole = switch (value) {
                case null -> BigInteger.ZERO;
                case Boolean truth -> truth ? BigInteger.ONE : BigInteger.ZERO;
                case Long number -> BigInteger.valueOf(number);
                case Double number -> BigInteger.valueOf(Double.doubleToRawLongBits(number));
                case BigDecimal number -> number.setScale(scale).unscaledValue();
                default -> throw new IllegalArgumentException("not a number: class=" + value.getClass().getName());
            };
            if (width == 1) {
                words[row] = whole.longValueExact();
            } else {
                words[2 * row] = whole.shiftRight(Long.SIZE).longValue();
                words[2 * row + 1] = whole.longValue();
            }
        }

        @Override
        ColumnVector vector(int rows, long[] nulls) {
            long[] full = words;
            words = new long[capacity * width];
            return width == 1 ? new ColumnVector.Words(full, nulls) : new ColumnVector.WideWords(full, nulls);
        }
    }

    /// Decimals that kernels keep without the zeros at their end, which is seldom.
    private static final class Scaled extends Numbers {
        Scaled(WordLayout layout, int capacity) {
            super(2, layout.type().scale(), capacity);
        }

        @Override
        void put(OutputBatch batch, int column, int row) {
            for (int i = 0; i < batch.count(); i++) {
                put(batch.get(i, column), row + i);
            }
        }
    }

    /// Texts: coded while there are few different ones, else spelled out.
    private static final class Coded extends OutputColumn {
        /// If more of ten rows than this have a text of their own, texts are spelled out.
        private static final int MOST_CODES_OF_TEN = 8;

        private final WordLayout layout;
        private final int width;
        private final TextCodes codes;
        private final long[] words;
        private int[] places;
        private byte[] bytes = new byte[0];
        private int length;
        private boolean spelled;
        private long rows;

        Coded(WordLayout layout, int capacity) {
            super(capacity);
            this.layout = layout;
            width = layout.words();
            codes = new TextCodes(layout);
            words = new long[capacity * width];
            places = new int[capacity + 1];
        }

        @Override
        void put(OutputBatch batch, int column, int row) {
            batch.copy(column, words, 0);
            int count = batch.count();
            if (!spelled) {
                for (int i = 0; i < count; i++) {
                    int code = isNull(row + i) ? 0 : codes.code(words, i * width);
                    if (code < 0) {
                        spellOut(row + i);
                        spell(i, count, row);
                        return;
                    }
                    places[row + i] = code;
                }
            } else {
                spell(0, count, row);
            }
        }

        private void spell(int from, int to, int row) {
            for (int i = from; i < to; i++) {
                if (isNull(row + i)) {
                    append(null, row + i);
                    continue;
                }
                reserve(width * Long.BYTES);
                int plain = layout.plainText(words, i * width, bytes, length);
                if (plain < 0) {
                    append(codes.text(words, i * width), row + i);
                } else {
                    length += plain;
                    places[row + i + 1] = length;
                }
            }
        }

        private void reserve(int more) {
            if (bytes.length - length < more) {
                bytes = Arrays.copyOf(bytes, Math.addExact(2 * bytes.length, more));
            }
        }

        @Override
        void put(Object value, int row) {
            if (!spelled) {
                spellOut(row);
            }
            append(value == null ? null : ((String) value).getBytes(StandardCharsets.UTF_8), row);
        }

        private void spellOut(int count) {
            int[] found = places;
            places = new int[capacity + 1];
            spelled = true;
            length = 0;
            for (int row = 0; row < count; row++) {
                append(isNull(row) ? null : codes.texts()[found[row]], row);
            }
        }

        private void append(byte[] text, int row) {
            if (text != null) {
                reserve(text.length);
                System.arraycopy(text, 0, bytes, length, text.length);
                length += text.length;
            }
            places[row + 1] = length;
        }

        @Override
        void cut(int to) {
            if (spelled) {
                length = places[to];
            }
        }

        @Override
        ColumnVector vector(int count, long[] nulls) {
            rows += count;
            int[] full = places;
            places = new int[capacity + 1];
            if (!spelled) {
                spelled = rows >= capacity && 10L * codes.count() > MOST_CODES_OF_TEN * rows;
                return new ColumnVector.CodedTexts(full, codes.texts(), nulls);
            }
            byte[] text = bytes;
            bytes = new byte[text.length];
            length = 0;
            return new ColumnVector.Texts(text, full, nulls);
        }
    }
}
