// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.csv;

import dev.ashlar.ingest.internal.text.DigitWords;
import dev.ashlar.ingest.table.ColumnValues;
import dev.ashlar.ingest.table.SourceType;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/// Some whole records of a file: their bytes, and their values by columns.
///
/// A block ends behind a line end in front of which there is an even number of quotes. One in front of which a quote
/// stands where none may be is not found before the reader rejects that quote.
///
/// **Threading**: one thread fills blocks, in the order of the file; then one thread each splits them.
final class CsvBlock {
    private static final long LOW = 0x7f7f7f7f7f7f7f7fL;
    private static final long QUOTES = '"' * DigitWords.EACH;
    private static final int FIRST_ROWS = 64;

    private final CsvReader reader;
    private final byte[] nullText;
    private final int usualBytes;
    private byte[] bytes;
    private int length;
    private int limit;
    private ColumnValues[] columns = new ColumnValues[0];
    private int[] lines = new int[FIRST_ROWS];
    private int rows;
    private int blankLines;
    private String problem = "";
    private boolean wrongCount;

    /// @param usualBytes of a block; one record that is longer has a block of its own
    CsvBlock(CsvReader reader, byte[] nullText, int usualBytes) {
        this.reader = reader;
        this.nullText = nullText;
        this.usualBytes = usualBytes;
        bytes = new byte[usualBytes + CsvReader.SLACK];
    }

    /// Reads on where the block before ended, which may be this one.
    ///
    /// @return whether there is a record
    boolean fill(InputStream in, CsvBlock before) throws IOException {
        int kept = before.length - before.limit;
        int usual = usualBytes + CsvReader.SLACK;
        byte[] to = kept < usualBytes ? bytes.length == usual ? bytes : new byte[usual]
                : new byte[Math.min(2 * kept, CsvReader.MAX_RECORD_BYTES) + CsvReader.SLACK];
        System.arraycopy(before.bytes, before.limit, to, 0, kept);
        bytes = to;
        length = kept;
        boolean ended = read(in);
        limit = ended ? length : recordsEnd();
        while (limit == 0 && !ended && length < CsvReader.MAX_RECORD_BYTES) {
            bytes = Arrays.copyOf(bytes, Math.min(2 * length, CsvReader.MAX_RECORD_BYTES) + CsvReader.SLACK);
            ended = read(in);
            limit = ended ? length : recordsEnd();
        }
        boolean whole = limit > 0;
        if (!whole || ended) {
            limit = length;
            bytes[limit] = '\n';
        }
        reader.open(bytes, limit, whole);
        return limit > 0;
    }

    /// @return whether the file has ended
    private boolean read(InputStream in) throws IOException {
        int most = bytes.length - CsvReader.SLACK;
        while (length < most) {
            int read = in.read(bytes, length, most - length);
            if (read <= 0) {
                return true;
            }
            length += read;
        }
        return false;
    }

    private int recordsEnd() {
        boolean inside = (quotes() & 1) != 0;
        for (int i = length - 1; i >= 0; i--) {
            if (bytes[i] == '"') {
                inside = !inside;
            } else if (bytes[i] == '\n' && !inside) {
                return i + 1;
            }
        }
        return 0;
    }

    private int quotes() {
        int count = 0;
        int i = 0;
        for (; i <= length - Long.BYTES; i += Long.BYTES) {
            long other = DigitWords.word(bytes, i) ^ QUOTES;
            count += Long.bitCount(~((other & LOW) + LOW | other | LOW));
        }
        for (; i < length; i++) {
            count += bytes[i] == '"' ? 1 : 0;
        }
        return count;
    }

    /// The reader, at the first record that was not split.
    CsvReader reader() {
        return reader;
    }

    byte[] bytes() {
        return bytes;
    }

    /// Bytes that it takes, without those of its values.
    int size() {
        return bytes.length;
    }

    /// Has blocks hold these columns; all others are skipped.
    void want(boolean[] wanted) {
        columns = new ColumnValues[wanted.length];
        for (int i = 0; i < wanted.length; i++) {
            columns[i] = wanted[i] ? new ColumnValues(new SourceType.Untyped(), lines.length) : null;
        }
    }

    /// Finds the values of all records.
    void split() {
        rows = 0;
        blankLines = 0;
        for (ColumnValues column : columns) {
            if (column != null) {
                column.clear();
                column.refer(bytes);
            }
        }
        wrongCount = false;
        while (!wrongCount && reader.next()) {
            // With one column, an empty line is a row: NULL.
            if (columns.length > 1 && reader.isBlank()) {
                blankLines++;
            } else if (reader.count() == columns.length) {
                addRow();
            } else {
                wrongCount = true;
            }
        }
        problem = wrongCount ? "row has " + reader.count() + " values, the header " + columns.length
                + "; quote values that have the delimiter in them" : reader.problem();
    }

    private void addRow() {
        if (rows == lines.length) {
            lines = Arrays.copyOf(lines, 2 * rows);
            for (ColumnValues column : columns) {
                if (column != null) {
                    column.grow(2 * rows);
                }
            }
        }
        lines[rows] = reader.line();
        for (int i = 0; i < columns.length; i++) {
            ColumnValues column = columns[i];
            if (column != null) {
                int start = reader.start(i);
                int end = reader.end(i);
                column.starts[rows] = start;
                column.ends[rows] = end;
                if (end - start == nullText.length && !reader.isQuoted(i)
                        && Arrays.equals(bytes, start, end, nullText, 0, nullText.length)) {
                    column.setNull(rows);
                }
            }
        }
        rows++;
    }

    int rows() {
        return rows;
    }

    int blankLines() {
        return blankLines;
    }

    ColumnValues values(int column) {
        return columns[column];
    }

    /// Lines of the block before a row.
    int line(int row) {
        return lines[row];
    }

    /// What is wrong with the record behind the last row, which is at the line of the reader; empty if nothing is.
    String problem() {
        return problem;
    }

    /// Whether that record is a row with too many values, or too few.
    boolean hasWrongCount() {
        return wrongCount;
    }
}
