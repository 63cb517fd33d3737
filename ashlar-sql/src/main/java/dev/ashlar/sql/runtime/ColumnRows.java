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

/// Rows made of columns, for Calcite's operators. A text that comes again is the same object where texts are few, so
/// that its hash is computed once.
///
/// **Threading**: one thread. **Ownership**: closes its scans.
final class ColumnRows implements Enumerator<Object> {
    private final Supplier<ColumnScan> scans;
    private final List<ValueType> types;
    private final int[] fields;
    private final ScanRows.Conversion conversion;
    /// By output column: the texts of its codes that were asked for, and the array that codes lead into.
    private final String[][] texts;
    private final byte[][][] coded;
    private ColumnScan scan;
    private ColumnScan.Reader reader;
    private ColumnVector[] vectors;
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
        texts = new String[fields.length][];
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
        vectors = new ColumnVector[fields.length];
        for (int i = 0; i < fields.length; i++) {
            vectors[i] = batch.columns().get(fields[i]);
        }
        rows = batch.rows();
        row = 0;
    }

    @Override
    public Object current() {
        if (fields.length == 1) {
            return value(0);
        }
        Object[] values = new Object[fields.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = value(i);
        }
        return values;
    }

    private Object value(int column) {
        ColumnVector vector = vectors[column];
        return vector.isNull(row) ? null : switch (vector) {
            case ColumnVector.Words words -> conversion.convert(value(words.words()[row], types.get(fields[column])),
                    column);
            case ColumnVector.WideWords wide -> conversion.convert(new BigDecimal(BigInteger.valueOf(
                    wide.words()[2 * row]).shiftLeft(Long.SIZE).or(unsigned(wide.words()[2 * row + 1])),
                    types.get(fields[column]).scale()), column);
            case ColumnVector.CodedTexts codes -> text(codes, column);
            case ColumnVector.Texts all -> conversion.convert(new String(all.bytes(), all.offsets()[row],
                    all.offsets()[row + 1] - all.offsets()[row], StandardCharsets.UTF_8), column);
        };
    }

    private static Object value(long word, ValueType type) {
        return switch (type.kind()) {
            case BOOLEAN -> word != 0;
            case INT8, INT16, INT32, INT64, TIMESTAMP -> word;
            case REAL, DOUBLE -> Double.longBitsToDouble(word);
            case DECIMAL -> BigDecimal.valueOf(word, type.scale());
            case TEXT -> throw new IllegalArgumentException("a text is no number");
        };
    }

    private static BigInteger unsigned(long word) {
        BigInteger signed = BigInteger.valueOf(word);
        return word < 0 ? signed.add(BigInteger.TWO.pow(Long.SIZE)) : signed;
    }

    private Object text(ColumnVector.CodedTexts codes, int column) {
        if (coded[column] != codes.texts()) {
            coded[column] = codes.texts();
            texts[column] = new String[codes.texts().length];
        }
        int code = codes.codes()[row];
        String text = texts[column][code];
        if (text == null) {
            text = (String) conversion.convert(new String(codes.texts()[code], StandardCharsets.UTF_8), column);
            texts[column][code] = text;
        }
        return text;
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
