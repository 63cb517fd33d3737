// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/// Builds [ColumnVector]s from values that are added one by one.
///
/// **Threading**: one thread.
public final class ColumnAppender {
    /// The kind of vectors to build.
    public enum Form {
        WORDS, WIDE_WORDS, TEXTS
    }

    /// Texts are no longer coded once there are more distinct texts than this, or a longer one.
    private static final int MAX_CODES = 1 << 12;
    private static final int MAX_CODED_LENGTH = 1 << 10;
    private static final int LEAST_ROWS = 1 << 10;

    private final Form form;
    private final Map<String, Integer> codes = new HashMap<>();
    private byte[][] texts = new byte[16][];
    private boolean coded;
    private long[] words = new long[0];
    private int[] places = new int[0];
    private byte[] bytes = new byte[0];
    private int length;
    private long[] nulls = ColumnVector.NO_NULLS;
    private int rows;

    public ColumnAppender(Form form) {
        this.form = form;
        coded = form == Form.TEXTS;
    }

    public void addNull() {
        if (nulls.length * Long.SIZE <= rows) {
            nulls = Arrays.copyOf(nulls, Math.max(LEAST_ROWS / Long.SIZE, 2 * (rows / Long.SIZE + 1)));
        }
        nulls[rows >> 6] |= 1L << rows;
        switch (form) {
            case WORDS -> addWord(0);
            case WIDE_WORDS -> addWide(0, 0);
            case TEXTS -> {
                reserve();
                rows++;
                end();
            }
        }
    }

    /// Adds a value of one word, in the form that [ColumnVector] defines.
    public void addWord(long word) {
        if (rows == words.length) {
            words = Arrays.copyOf(words, Math.max(LEAST_ROWS, 2 * rows));
        }
        words[rows++] = word;
    }

    private void addWide(long high, long low) {
        if (2 * rows == words.length) {
            words = Arrays.copyOf(words, Math.max(LEAST_ROWS, 4 * rows));
        }
        words[2 * rows] = high;
        words[2 * rows++ + 1] = low;
    }

    /// Adds a value of two words.
    ///
    /// @throws ArithmeticException if it does not fit
    public void addWide(BigInteger number) {
        if (number.bitLength() >= 2 * Long.SIZE) {
            throw new ArithmeticException("number too large for two words: bits=" + number.bitLength());
        }
        addWide(number.shiftRight(Long.SIZE).longValue(), number.longValue());
    }

    public void addText(String text) {
        reserve();
        if (coded) {
            Integer code = codes.get(text);
            if (code == null && codes.size() < MAX_CODES && text.length() <= MAX_CODED_LENGTH) {
                code = codes.size();
                if (code == texts.length) {
                    texts = Arrays.copyOf(texts, 2 * code);
                }
                texts[code] = text.getBytes(StandardCharsets.UTF_8);
                codes.put(text, code);
            }
            if (code != null) {
                places[rows++] = code;
                return;
            }
            spellOut();
        }
        append(text.getBytes(StandardCharsets.UTF_8));
        rows++;
        end();
    }

    /// Stops coding texts, including those already in this batch.
    private void spellOut() {
        int[] found = places;
        places = new int[found.length];
        coded = false;
        for (int row = 0; row < rows; row++) {
            boolean isNull = nulls.length > row >> 6 && (nulls[row >> 6] >>> row & 1) != 0;
            if (!isNull) {
                append(texts[found[row]]);
            }
            places[row + 1] = length;
        }
    }

    private void append(byte[] text) {
        if (bytes.length - length < text.length) {
            bytes = Arrays.copyOf(bytes, (int) Math.min(Integer.MAX_VALUE - Long.BYTES,
                    2L * bytes.length + Math.addExact(length, text.length)));
        }
        System.arraycopy(text, 0, bytes, length, text.length);
        length += text.length;
    }

    private void reserve() {
        if (rows + 1 >= places.length) {
            places = Arrays.copyOf(places, Math.max(LEAST_ROWS, 2 * rows + 2));
        }
    }

    private void end() {
        if (!coded) {
            places[rows] = length;
        }
    }

    /// Approximate bytes of the values added since the last vector.
    public long bytes() {
        return (long) rows * (form == Form.WIDE_WORDS ? 2 * Long.BYTES : Long.BYTES) + length;
    }

    /// Returns the values added since the last vector.
    public ColumnVector take() {
        long[] marks = nulls.length == 0 ? nulls : Arrays.copyOf(nulls, (rows + Long.SIZE - 1) / Long.SIZE);
        ColumnVector vector = switch (form) {
            case WORDS -> new ColumnVector.Words(words, marks);
            case WIDE_WORDS -> new ColumnVector.WideWords(words, marks);
            case TEXTS -> coded ? new ColumnVector.CodedTexts(places, texts, marks)
                    : new ColumnVector.Texts(bytes, places, marks);
        };
        nulls = ColumnVector.NO_NULLS;
        words = new long[words.length];
        places = new int[places.length];
        bytes = new byte[bytes.length];
        length = 0;
        rows = 0;
        return vector;
    }
}
