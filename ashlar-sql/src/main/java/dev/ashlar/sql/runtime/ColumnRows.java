// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.runtime;

import dev.ashlar.query.ColumnBatch;
import dev.ashlar.query.ColumnScan;
import dev.ashlar.query.ColumnVector;
import dev.ashlar.query.ValueType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Supplier;
import org.apache.calcite.linq4j.Enumerator;

/// Converts columns to rows for Calcite's operators. If there are few distinct texts, equal texts are the same object,
/// so that each hash is computed once.
///
/// **Threading**: one thread. **Ownership**: closes its scans.
final class ColumnRows implements Enumerator<Object> {
    /// The values of one column in a batch.
    private interface Values {
        Object at(int row);
    }

    private final Supplier<ColumnScan> scans;
    private final List<ValueType> types;
    private final int[] fields;
    private final ScanRows.Conversion conversion;
    /// By output column: the texts of its codes that were asked for, and the array that codes lead into.
    private final Object[][] texts;
    private final byte[][][] coded;
    /// By output column: its values in the batch at hand.
    private final Values[] values;
    private ColumnScan scan;
    private ColumnScan.Reader reader;
    private int rows;
    private int row;

    /// @param scans  starts a scan, now and each time that rows are read from the beginning
    /// @param types  by column of the scan
    /// @param fields by output column: the column of the scan
    ColumnRows(Supplier<ColumnScan> scans, List<ValueType> types, int[] fields, ScanRows.Conversion conversion) {
        this.scans = scans;
        this.types = types;
        this.fields = fields;
        this.conversion = conversion;
        texts = new Object[fields.length][];
        values = new Values[fields.length];
        coded = new byte[fields.length][][];
        open();
    }

    private void open() {
        scan = scans.get();
        reader = scan.reader();
        rows = 0;
        row = 0;
    }

    @Override
    public boolean moveNext() {
        if (++row < rows) {
            return true;
        }
        while (reader.next()) {
            ColumnBatch batch = reader.batch();
            if (batch != null) {
                begin(batch);
                return true;
            }
        }
        rows = 0;
        return false;
    }

    private void begin(ColumnBatch batch) {
        for (int i = 0; i < fields.length; i++) {
            values[i] = values(batch.columns().get(fields[i]), types.get(fields[i]), i);
        }
        rows = batch.rows();
        row = 0;
    }

    @Override
    public Object current() {
        if (fields.length == 1) {
            return values[0].at(row);
        }
        Object[] found = new Object[fields.length];
        for (int i = 0; i < found.length; i++) {
            found[i] = values[i].at(row);
        }
        return found;
    }

    /// The values of a column by row: what is known of all of them is decided here, once for a batch.
    private Values values(ColumnVector vector, ValueType type, int column) {
        Values plain = switch (vector) {
            case ColumnVector.Words words -> numbers(words.words(), type, column);
            case ColumnVector.WideWords wide -> at -> conversion.convert(new BigDecimal(BigInteger.valueOf(
                    wide.words()[2 * at]).shiftLeft(Long.SIZE).or(unsigned(wide.words()[2 * at + 1])), type.scale()),
                    column);
            case ColumnVector.CodedTexts codes -> coded(codes, column);
            case ColumnVector.Texts all -> at -> conversion.convert(new String(all.bytes(), all.offsets()[at],
                    all.offsets()[at + 1] - all.offsets()[at], StandardCharsets.UTF_8), column);
        };
        return vector.mayBeNull() ? at -> vector.isNull(at) ? null : plain.at(at) : plain;
    }

    private Values numbers(long[] words, ValueType type, int column) {
        return switch (type.kind()) {
            case BOOLEAN -> at -> conversion.convert(words[at] != 0, column);
            case INT8, INT16, INT32, INT64, TIMESTAMP -> at -> conversion.convert(words[at], column);
            case REAL, DOUBLE -> at -> conversion.convert(Double.longBitsToDouble(words[at]), column);
            case DECIMAL -> at -> conversion.convert(BigDecimal.valueOf(words[at], type.scale()), column);
            case TEXT -> throw new IllegalArgumentException("a text is not a number");
        };
    }

    private static BigInteger unsigned(long word) {
        BigInteger signed = BigInteger.valueOf(word);
        return word < 0 ? signed.add(BigInteger.TWO.pow(Long.SIZE)) : signed;
    }

    private Values coded(ColumnVector.CodedTexts vector, int column) {
        if (coded[column] != vector.texts()) {
            coded[column] = vector.texts();
            texts[column] = new Object[vector.texts().length];
        }
        int[] codes = vector.codes();
        Object[] known = texts[column];
        return at -> {
            Object text = known[codes[at]];
            if (text == null) {
                text = conversion.convert(new String(vector.texts()[codes[at]], StandardCharsets.UTF_8), column);
                known[codes[at]] = text;
            }
            return text;
        };
    }

    @Override
    public void reset() {
        scan.close();
        open();
    }

    @Override
    public void close() {
        scan.close();
    }
}
