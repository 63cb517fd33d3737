// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.runtime.columnar;

import dev.ashlar.query.ColumnVector;
import dev.ashlar.query.MemoryEstimate;
import dev.ashlar.sql.runtime.Nanos;
import dev.ashlar.sql.runtime.ValueOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Builds a [Column] from the vectors of a scan.
final class ColumnLoader {
    /// Of a text in a map and a list, beside its characters.
    private static final long TEXT_BYTES = 120;

    private final WordType type;
    private final Run run;
    private final long[] words;
    private boolean[] nulls = Column.NO_NULLS;
    private int rows;
    /// Texts that are equal have one index, whatever their codes in scans are.
    private final Map<String, Integer> indexes = new HashMap<>();
    private final List<String> texts = new ArrayList<>();
    private byte[][] coded = {};
    /// By code in `coded`: the index and 1; 0 if nobody asked yet.
    private int[] known = {};

    ColumnLoader(WordType type, int capacity, Run run) {
        this.type = type;
        this.run = run;
        words = new long[capacity];
    }

    /// @param count how many rows it has
    void add(ColumnVector vector, int count) {
        run.tick();
        if (vector.mayBeNull()) {
            addNulls(vector, count);
        }
        switch (vector) {
            case ColumnVector.Words numbers -> addNumbers(numbers.words(), count);
            case ColumnVector.WideWords wide -> addWide(wide, count);
            case ColumnVector.CodedTexts codes -> addCodes(codes, count);
            case ColumnVector.Texts all -> addTexts(all, count);
        }
        rows += count;
    }

    private void addNulls(ColumnVector vector, int count) {
        if (nulls.length == 0) {
            run.keep(words.length / Long.BYTES, 1);
            nulls = new boolean[words.length];
        }
        for (int i = 0; i < count; i++) {
            nulls[rows + i] = vector.isNull(i);
        }
    }

    private void addNumbers(long[] from, int count) {
        System.arraycopy(from, 0, words, rows, count);
        int end = rows + count;
        switch (type.name()) {
            case REAL -> {
                for (int i = rows; i < end; i++) {
                    words[i] = bits(ValueOrder.zeroOfReal((float) Double.longBitsToDouble(words[i])));
                }
            }
            case DOUBLE, FLOAT -> {
                for (int i = rows; i < end; i++) {
                    words[i] = bits(Double.longBitsToDouble(words[i]));
                }
            }
            case DATE -> {
                for (int i = rows; i < end; i++) {
                    words[i] = Nanos.date(words[i]);
                }
            }
            default -> { }
        }
    }

    /// Of equal numbers the same.
    static long bits(double number) {
        return Double.doubleToLongBits(ValueOrder.zero(number));
    }

    private void addWide(ColumnVector.WideWords wide, int count) {
        for (int i = 0; i < count; i++) {
            long high = wide.words()[2 * i];
            long low = wide.words()[2 * i + 1];
            if (high != low >> Long.SIZE - 1 && !wide.isNull(i)) {
                throw NotColumnarException.INSTANCE;
            }
            words[rows + i] = low;
        }
    }

    private void addCodes(ColumnVector.CodedTexts vector, int count) {
        if (coded != vector.texts()) {
            coded = vector.texts();
            known = new int[coded.length];
        }
        for (int i = 0; i < count; i++) {
            if (!vector.isNull(i)) {
                int code = vector.codes()[i];
                if (known[code] == 0) {
                    known[code] = index(new String(coded[code], StandardCharsets.UTF_8)) + 1;
                }
                words[rows + i] = known[code] - 1;
            }
        }
    }

    private void addTexts(ColumnVector.Texts all, int count) {
        for (int i = 0; i < count; i++) {
            if (!all.isNull(i)) {
                words[rows + i] = index(new String(all.bytes(), all.offsets()[i], all.offsets()[i + 1]
                        - all.offsets()[i], StandardCharsets.UTF_8));
            }
        }
    }

    private int index(String text) {
        Integer found = indexes.get(text);
        if (found == null) {
            run.keep(TEXT_BYTES + MemoryEstimate.longTextBytes(text));
            found = texts.size();
            indexes.put(text, found);
            texts.add(text);
        }
        return found;
    }

    Column column() {
        return new Column(words, nulls, type.isText() ? texts.toArray(String[]::new) : Column.NO_TEXTS);
    }
}
