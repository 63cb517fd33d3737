// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export.parquet;

import dev.ashlar.export.pipeline.ByteSink;
import dev.ashlar.export.pipeline.ColumnarFile.Part;
import dev.ashlar.export.pipeline.Validity;
import dev.ashlar.query.ColumnVector;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.Statistics;

/// Encodes a column of texts: texts that come with codes by a dictionary, others as their lengths followed by all their
/// bytes (DELTA_LENGTH_BYTE_ARRAY).
///
/// **Threading**: one thread.
final class TextColumn {
    /// Longer texts are no bounds.
    private static final int MAX_BOUND = 64;

    private final ParquetColumn column;
    private final List<Part> parts;
    private final Validity presence;
    private final Map<ByteBuffer, Integer> numbers = new HashMap<>();
    private final List<byte[]> texts = new ArrayList<>();
    private byte[] least;
    private byte[] greatest;

    TextColumn(ParquetColumn column, List<Part> parts) {
        this.column = column;
        this.parts = parts;
        presence = Validity.of(parts);
    }

    ColumnChunkWriter.Chunk encode() {
        ColumnChunkWriter writer = new ColumnChunkWriter(column, presence);
        List<Run> runs = runs();
        if (!texts.isEmpty()) {
            ByteSink dictionary = new ByteSink(1 << 10);
            for (byte[] text : texts) {
                dictionary.putInt(text.length);
                dictionary.write(text, 0, text.length);
                bound(text, 0, text.length);
            }
            writer.dictionary(dictionary, texts.size());
        }
        int before = 0;
        for (Run run : runs) {
            int first = before;
            if (run.values == 0) {
                writer.pages(run.rows, Encoding.PLAIN, (_, _, _) -> { });
            } else if (run.codes != null) {
                int bits = Packing.width(texts.size());
                writer.pages(run.rows, Encoding.RLE_DICTIONARY, (from, to, sink) -> {
                    sink.write(bits);
                    Packing.putRuns(run.codes, from - first, to - first, bits, sink);
                });
            } else {
                writer.pages(run.rows, Encoding.DELTA_LENGTH_BYTE_ARRAY, (from, to, sink) ->
                        putTexts(run.texts, from - first, to - first, sink));
            }
            before += run.values;
        }
        return writer.chunk(statistics());
    }

    /// Rows that follow each other and are encoded alike.
    private static final class Run {
        private int[] codes;
        private ColumnVector.Texts texts;
        private int rows;
        private int values;
        /// By value: the row of the text; null if all rows have one.
        private int[] valueRows;
    }

    private List<Run> runs() {
        List<Run> runs = new ArrayList<>();
        Map<byte[][], int[]> known = new IdentityHashMap<>();
        Run coded = null;
        for (Part part : parts) {
            switch (part.vector()) {
                case ColumnVector.CodedTexts found -> {
                    if (coded == null) {
                        coded = new Run();
                        coded.codes = new int[part.rows()];
                        runs.add(coded);
                    }
                    take(found, part.rows(), coded, known.computeIfAbsent(found.texts(), some -> {
                        int[] none = new int[some.length];
                        Arrays.fill(none, -1);
                        return none;
                    }));
                }
                case ColumnVector.Texts found -> {
                    coded = null;
                    Run run = new Run();
                    run.texts = found;
                    run.rows = part.rows();
                    count(found, run);
                    runs.add(run);
                }
                case ColumnVector.Words _, ColumnVector.WideWords _ -> throw new IllegalArgumentException(
                        "number in a column of texts: column=" + column.name());
            }
        }
        return runs;
    }

    /// @param numbersOf by code: the number in the dictionary; -1 if it is not known
    private void take(ColumnVector.CodedTexts from, int rows, Run to, int[] numbersOf) {
        if (to.codes.length < to.values + rows) {
            to.codes = Arrays.copyOf(to.codes, Math.max(2 * to.codes.length, to.values + rows));
        }
        int[] codes = from.codes();
        boolean nulls = from.mayBeNull();
        for (int row = 0; row < rows; row++) {
            if (nulls && from.isNull(row)) {
                continue;
            }
            int number = numbersOf[codes[row]];
            if (number < 0) {
                number = number(from.texts()[codes[row]]);
                numbersOf[codes[row]] = number;
            }
            to.codes[to.values++] = number;
        }
        to.rows += rows;
    }

    private int number(byte[] text) {
        Integer number = numbers.putIfAbsent(ByteBuffer.wrap(text), texts.size());
        if (number == null) {
            texts.add(text);
            return texts.size() - 1;
        }
        return number;
    }

    private void count(ColumnVector.Texts found, Run run) {
        if (found.mayBeNull()) {
            run.valueRows = new int[run.rows];
        }
        for (int row = 0; row < run.rows; row++) {
            if (!found.isNull(row)) {
                if (run.valueRows != null) {
                    run.valueRows[run.values] = row;
                }
                run.values++;
                bound(found.bytes(), found.offsets()[row], found.offsets()[row + 1]);
            }
        }
        if (run.valueRows != null) {
            // NULL has no bytes, so texts follow each other all the same.
            int[] offsets = new int[run.values + 1];
            for (int i = 0; i < run.values; i++) {
                offsets[i + 1] = found.offsets()[run.valueRows[i] + 1];
            }
            run.texts = new ColumnVector.Texts(found.bytes(), offsets, ColumnVector.NO_NULLS);
        }
    }

    private static void putTexts(ColumnVector.Texts texts, int from, int to, ByteSink sink) {
        int[] offsets = texts.offsets();
        long[] lengths = new long[to - from];
        for (int i = from; i < to; i++) {
            lengths[i - from] = offsets[i + 1] - offsets[i];
        }
        Packing.putDeltas(lengths, 0, lengths.length, true, sink);
        sink.write(texts.bytes(), offsets[from], offsets[to] - offsets[from]);
    }

    private void bound(byte[] bytes, int from, int to) {
        if (least == null || Arrays.compareUnsigned(bytes, from, to, least, 0, least.length) < 0) {
            least = Arrays.copyOfRange(bytes, from, to);
        }
        if (greatest == null || Arrays.compareUnsigned(bytes, from, to, greatest, 0, greatest.length) > 0) {
            greatest = Arrays.copyOfRange(bytes, from, to);
        }
    }

    private Statistics statistics() {
        Statistics statistics = new Statistics();
        if (least != null && least.length <= MAX_BOUND && greatest.length <= MAX_BOUND) {
            statistics.setMin_value(least);
            statistics.setMax_value(greatest);
        }
        return statistics;
    }
}
