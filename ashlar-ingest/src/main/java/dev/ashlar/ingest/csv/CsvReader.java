// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.csv;

import dev.ashlar.ingest.table.ColumnFile;
import dev.ashlar.ingest.table.ImportException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/// Splits a CSV file (RFC 4180) into records, without an object per value.
///
/// The values of the current record are bytes of [#buffer] from [#start] to [#end], quotes removed, until the next
/// record.
///
/// **Threading**: one thread.
///
/// **Failure**: a record that breaks the rules is rejected with its line; nothing is repaired.
final class CsvReader {
    /// Bytes of a record. A quote that is never closed makes a record of the rest of the file.
    static final int MAX_RECORD_BYTES = 64 << 20;
    private static final int FIRST_BYTES = 1 << 20;

    private final InputStream in;
    private final String file;
    private final byte delimiter;
    private byte[] buffer = new byte[FIRST_BYTES];
    private int[] starts = new int[64];
    private int[] ends = new int[64];
    private boolean[] quoted = new boolean[64];
    private int recordStart;
    private int next;
    private int limit;
    private boolean ended;
    private int count;
    private long line = 1;
    private long nextLine = 1;

    CsvReader(InputStream in, String file, char delimiter) {
        this.in = in;
        this.file = file;
        this.delimiter = (byte) delimiter;
    }

    byte[] buffer() {
        return buffer;
    }

    /// Values of the record.
    int count() {
        return count;
    }

    int start(int column) {
        return starts[column];
    }

    int end(int column) {
        return ends[column];
    }

    boolean isQuoted(int column) {
        return quoted[column];
    }

    /// The 1-based line at which the record begins.
    long line() {
        return line;
    }

    /// Whether the record is an empty line.
    boolean isBlank() {
        return count == 1 && starts[0] == ends[0] && !quoted[0];
    }

    /// Reads the next record.
    ///
    /// @return whether there was one
    boolean next() throws IOException {
        recordStart = next;
        line = nextLine;
        count = 0;
        if (next == limit && !more()) {
            return false;
        }
        boolean another;
        do {
            another = value();
        } while (another);
        nextLine++;
        return true;
    }

    /// @return whether another value of the record follows
    private boolean value() throws IOException {
        if (count == starts.length) {
            grow();
        }
        starts[count] = next;
        quoted[count] = false;
        if ((next < limit || more()) && buffer[next] == '"') {
            quoted[count] = true;
            quotedValue();
            count++;
            return afterQuote();
        }
        while (next < limit || more()) {
            skipPlain();
            if (next == limit) {
                continue;
            }
            byte c = buffer[next];
            if (c == delimiter) {
                ends[count++] = next++;
                return true;
            }
            if (c == '\n') {
                ends[count++] = next++;
                return false;
            }
            if (c == '\r') {
                ends[count++] = next++;
                return lineFeed();
            }
            throw malformed("quote inside a value that does not begin with one; quote the whole value and double the "
                    + "quotes in it");
        }
        ends[count++] = next;
        return false;
    }

    /// Moves to the next byte that ends a value or must not be in it, or to the end of what was read.
    private void skipPlain() {
        byte[] bytes = buffer;
        int end = limit;
        int at = next;
        // All four are below the letters and digits but for a delimiter such as `|`.
        while (at < end && bytes[at] != delimiter && (bytes[at] > '"' || bytes[at] != '\n' && bytes[at] != '\r'
                && bytes[at] != '"')) {
            at++;
        }
        next = at;
    }

    /// Moves the value to its start, and each doubled quote to one.
    private void quotedValue() throws IOException {
        starts[count] = ++next;
        ends[count] = next;
        while (next < limit || more()) {
            byte c = buffer[next++];
            if (c == '"') {
                if ((next < limit || more()) && buffer[next] == '"') {
                    next++;
                } else {
                    return;
                }
            } else if (c == '\n') {
                nextLine++;
            }
            buffer[ends[count]++] = c;
        }
        throw malformed("quote is not closed: the file ends inside value " + (count + 1) + " of this record");
    }

    private boolean afterQuote() throws IOException {
        if (next == limit && !more()) {
            return false;
        }
        byte c = buffer[next++];
        if (c == delimiter) {
            return true;
        }
        if (c == '\r') {
            return lineFeed();
        }
        if (c != '\n') {
            throw malformed("value continues after its closing quote; double the quotes inside a value");
        }
        return false;
    }

    /// @return false: the record is complete
    private boolean lineFeed() throws IOException {
        if ((next < limit || more()) && buffer[next] == '\n') {
            next++;
            return false;
        }
        throw malformed("carriage return that is not a line end; quote the value, or convert the line ends");
    }

    /// Reads on, keeping the current record.
    ///
    /// @return whether there are more bytes
    private boolean more() throws IOException {
        if (ended) {
            return false;
        }
        if (recordStart > 0) {
            System.arraycopy(buffer, recordStart, buffer, 0, limit - recordStart);
            for (int i = 0; i <= Math.min(count, starts.length - 1); i++) {
                starts[i] -= recordStart;
                ends[i] -= recordStart;
            }
            next -= recordStart;
            limit -= recordStart;
            recordStart = 0;
        }
        if (limit == buffer.length) {
            if (limit >= MAX_RECORD_BYTES) {
                throw malformed("record is longer than " + MAX_RECORD_BYTES + " bytes; is a quote not closed?");
            }
            buffer = Arrays.copyOf(buffer, 2 * limit);
        }
        int read = in.read(buffer, limit, buffer.length - limit);
        ended = read <= 0;
        limit += Math.max(0, read);
        return !ended;
    }

    private void grow() throws ImportException {
        if (count == ColumnFile.MAX_COLUMNS) {
            throw malformed("record has more than " + ColumnFile.MAX_COLUMNS + " values; is the delimiter right?");
        }
        starts = Arrays.copyOf(starts, 2 * count);
        ends = Arrays.copyOf(ends, 2 * count);
        quoted = Arrays.copyOf(quoted, 2 * count);
    }

    private ImportException malformed(String problem) {
        return new ImportException(problem + " (" + file + ", line " + line + ")");
    }
}
