// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export.csv;

import dev.ashlar.export.pipeline.ByteSink;
import dev.ashlar.export.pipeline.ColumnarFile.Part;
import dev.ashlar.query.ColumnVector;
import dev.ashlar.sql.SqlColumn;
import dev.ashlar.sql.SqlLines;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.List;

/// A column of an answer as text: the same as [SqlLines#csv] writes of each value.
///
/// @param nullText what NULL is
record CsvColumnWriter(SqlColumn column, byte[] nullText) {
    private static final int QUOTE = '"';
    private static final int VALUE_BYTES = 12;

    /// The texts of a column, one after the other.
    ///
    /// @param ends of the text of each row
    record Encoded(ByteSink texts, int[] ends) { }

    Encoded encode(List<Part> parts) {
        int rows = parts.stream().mapToInt(Part::rows).sum();
        Encoded encoded = new Encoded(new ByteSink(rows * VALUE_BYTES), new int[rows]);
        int first = 0;
        for (Part part : parts) {
            switch (part.vector()) {
                case ColumnVector.Words found -> words(found, part.rows(), encoded, first);
                case ColumnVector.WideWords found -> wideWords(found, part.rows(), encoded, first);
                case ColumnVector.CodedTexts found -> codedTexts(found, part.rows(), encoded, first);
                case ColumnVector.Texts found -> texts(found, part.rows(), encoded, first);
            }
            first += part.rows();
        }
        return encoded;
    }

    private void words(ColumnVector.Words from, int rows, Encoded to, int first) {
        NumberWriter numbers = new NumberWriter(to.texts);
        long[] words = from.words();
        for (int row = 0; row < rows; row++) {
            if (from.isNull(row)) {
                to.texts.write(nullText, 0, nullText.length);
            } else {
                int at = to.texts.length();
                word(words[row], numbers, to.texts);
                distinguish(to.texts, at);
            }
            to.ends[first + row] = to.texts.length();
        }
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

    private static void put(String ascii, ByteSink to) {
        byte[] bytes = ascii.getBytes(StandardCharsets.ISO_8859_1);
        to.write(bytes, 0, bytes.length);
    }

    private void wideWords(ColumnVector.WideWords from, int rows, Encoded to, int first) {
        for (int row = 0; row < rows; row++) {
            if (from.isNull(row)) {
                to.texts.write(nullText, 0, nullText.length);
            } else {
                int at = to.texts.length();
                BigInteger low = new BigInteger(Long.toUnsignedString(from.words()[2 * row + 1]));
                BigInteger digits = BigInteger.valueOf(from.words()[2 * row]).shiftLeft(Long.SIZE).add(low);
                put(new BigDecimal(digits, column.scale()).toPlainString(), to.texts);
                distinguish(to.texts, at);
            }
            to.ends[first + row] = to.texts.length();
        }
    }

    /// Puts the text from `at` on in quotes if it is what NULL is.
    private void distinguish(ByteSink texts, int at) {
        int length = texts.length() - at;
        if (length == nullText.length && Arrays.equals(texts.array(), at, at + length, nullText, 0, length)) {
            texts.truncate(at);
            quote(nullText, 0, length, texts);
        }
    }

    private void codedTexts(ColumnVector.CodedTexts from, int rows, Encoded to, int first) {
        ByteSink[] written = new ByteSink[from.texts().length];
        for (int row = 0; row < rows; row++) {
            if (from.isNull(row)) {
                to.texts.write(nullText, 0, nullText.length);
            } else {
                int code = from.codes()[row];
                if (written[code] == null) {
                    byte[] text = from.texts()[code];
                    written[code] = new ByteSink(text.length + 2);
                    text(text, 0, text.length, written[code]);
                }
                to.texts.write(written[code].array(), 0, written[code].length());
            }
            to.ends[first + row] = to.texts.length();
        }
    }

    private void texts(ColumnVector.Texts from, int rows, Encoded to, int first) {
        for (int row = 0; row < rows; row++) {
            if (from.isNull(row)) {
                to.texts.write(nullText, 0, nullText.length);
            } else {
                text(from.bytes(), from.offsets()[row], from.offsets()[row + 1], to.texts);
            }
            to.ends[first + row] = to.texts.length();
        }
    }

    private void text(byte[] from, int begin, int end, ByteSink to) {
        if (isPlain(from, begin, end) && !Arrays.equals(from, begin, end, nullText, 0, nullText.length)) {
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
