// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export.csv;

import dev.ashlar.export.csv.CsvFileWriter.Encoded;
import dev.ashlar.export.pipeline.ByteSink;
import dev.ashlar.export.pipeline.ColumnarFile.Part;
import dev.ashlar.query.ColumnVector;
import dev.ashlar.sql.SqlColumn;
import dev.ashlar.sql.SqlLines;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;

/// Writes a column of an answer as text, as [SqlLines#csv] writes each value.
///
/// @param nullText text for NULL
record CsvColumnWriter(SqlColumn column, byte[] nullText) {
    private static final int QUOTE = '"';
    private static final int VALUE_BYTES = 12;

    Encoded encode(List<Part> parts) {
        int[] ends = new int[parts.stream().mapToInt(Part::rows).sum()];
        ByteSink texts = new ByteSink(ends.length * VALUE_BYTES);
        int end = 0;
        for (Part part : parts) {
            IntConsumer value = values(part.vector(), texts);
            for (int row = 0; row < part.rows(); row++) {
                if (part.vector().isNull(row)) {
                    texts.write(nullText, 0, nullText.length);
                } else {
                    int at = texts.length();
                    value.accept(row);
                    distinguish(texts, at);
                }
                ends[end++] = texts.length();
            }
        }
        return new Encoded(texts, ends);
    }

    /// Returns a function that writes the value of a row.
    private IntConsumer values(ColumnVector from, ByteSink to) {
        return switch (from) {
            case ColumnVector.Words(long[] words, _) -> {
                NumberWriter numbers = new NumberWriter(to);
                yield row -> word(words[row], numbers, to);
            }
            case ColumnVector.WideWords(long[] words, _) -> row -> put(wide(words[2 * row], words[2 * row + 1]), to);
            case ColumnVector.CodedTexts(int[] codes, byte[][] texts, _) -> {
                ByteSink[] written = new ByteSink[texts.length];
                yield row -> coded(texts[codes[row]], codes[row], written, to);
            }
            case ColumnVector.Texts(byte[] bytes, int[] offsets, _) -> row -> text(bytes, offsets[row],
                    offsets[row + 1], to);
        };
    }

    private void word(long word, NumberWriter numbers, ByteSink to) {
        switch (column.type()) {
            case BOOLEAN -> put(word == 0 ? "false" : "true", to);
            case REAL, DOUBLE -> put(SqlLines.text(Double.longBitsToDouble(word), column), to);
            case DECIMAL -> numbers.decimal(word, column.scale());
            case TIMESTAMP -> numbers.timestamp(word, column.scale());
            case DATE -> put(SqlLines.text(LocalDate.ofEpochDay(word), column), to);
            case TIME -> put(SqlLines.text(LocalTime.ofNanoOfDay(word), column), to);
            default -> numbers.decimal(word, 0);
        }
    }

    private String wide(long high, long low) {
        byte[] bytes = ByteBuffer.allocate(2 * Long.BYTES).putLong(high).putLong(low).array();
        return new BigDecimal(new BigInteger(bytes), column.scale()).toPlainString();
    }

    private static void put(String ascii, ByteSink to) {
        byte[] bytes = ascii.getBytes(StandardCharsets.ISO_8859_1);
        to.write(bytes, 0, bytes.length);
    }

    /// Quotes the text from `at` on if it equals the text for NULL.
    private void distinguish(ByteSink texts, int at) {
        int end = texts.length();
        if (Arrays.equals(texts.array(), at, end, nullText, 0, nullText.length)) {
            texts.truncate(at);
            quote(nullText, 0, nullText.length, texts);
        }
    }

    private static void coded(byte[] text, int code, ByteSink[] written, ByteSink to) {
        if (written[code] == null) {
            written[code] = new ByteSink(text.length + 2);
            text(text, 0, text.length, written[code]);
        }
        to.write(written[code].array(), 0, written[code].length());
    }

    private static void text(byte[] from, int begin, int end, ByteSink to) {
        if (isPlain(from, begin, end)) {
            to.write(from, begin, end - begin);
        } else {
            quote(from, begin, end, to);
        }
    }

    private static boolean isPlain(byte[] from, int begin, int end) {
        for (int i = begin; i < end; i++) {
            byte c = from[i];
            if (c == ',' || c == QUOTE || c == '\n' || c == '\r') {
                return false;
            }
        }
        return begin < end;
    }

    private static void quote(byte[] from, int begin, int end, ByteSink to) {
        to.write(QUOTE);
        for (int i = begin; i < end; i++) {
            if (from[i] == QUOTE) {
                to.write(QUOTE);
            }
            to.write(from[i]);
        }
        to.write(QUOTE);
    }
}
