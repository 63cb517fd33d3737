// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.csv;

import dev.ashlar.ingest.internal.text.DigitWords;
import dev.ashlar.ingest.table.ColumnFile;
import java.util.Arrays;

/// Splits a block of a CSV file (RFC 4180) into records, without an object per value.
///
/// First finds all bytes that may end a value, eight bytes at a time; then examines only these. The values of the
/// current record are bytes of the block from [#start] to [#end], quotes removed.
///
/// **Threading**: one thread.
///
/// **Failure**: a record that breaks the rules ends the block with a [#problem]; nothing is repaired.
final class CsvReader {
    /// Bytes of a record. A quote that is never closed makes a record of the rest of the file.
    static final int MAX_RECORD_BYTES = 64 << 20;
    /// Bytes that an array has behind a block.
    static final int SLACK = Long.SIZE + Long.BYTES;
    private static final int WINDOW_BYTES = 1 << 14;
    private static final long LOW = 0x7f7f7f7f7f7f7f7fL;
    /// Moves the highest bits of eight bytes into the highest byte.
    private static final long GATHER = 0x0002040810204081L;

    private final byte delimiter;
    private final long delimiters;
    /// Added to the low bits of a byte, sets the highest unless the byte is below all that are looked for.
    private final long above;
    private byte[] bytes;
    private int limit;
    private boolean whole;
    private final int[] marks = new int[WINDOW_BYTES + 1];
    private int scanned;
    private int markCount;
    private int mark;
    private int next;
    private int[] starts = new int[64];
    private int[] ends = new int[64];
    private boolean[] quoted = new boolean[64];
    private int count;
    private int line;
    private int nextLine;
    private String problem = "";

    CsvReader(char delimiter) {
        this.delimiter = (byte) delimiter;
        delimiters = delimiter * DigitWords.EACH;
        // Line ends and quotes are below letters and digits. So is a comma, which then is found by the same comparison.
        above = (0x80 - Math.max('"', delimiter < '-' ? delimiter : 0) - 1) * DigitWords.EACH;
    }

    /// Begins a block of records.
    ///
    /// @param block has [#SLACK] bytes behind `to`; the first is a line end unless there is one in front of it
    /// @param ended whether the last record ends there; else it is longer than records may be
    void open(byte[] block, int to, boolean ended) {
        bytes = block;
        limit = to;
        whole = ended;
        next = 0;
        mark = 0;
        markCount = 0;
        scanned = 0;
        nextLine = 0;
        problem = "";
    }

    /// The next byte that may end a value, or where the block ends.
    private int nextMark() {
        while (mark == markCount) {
            findMarks();
        }
        return marks[mark++];
    }

    private void findMarks() {
        byte[] block = bytes;
        int stop = Math.min(limit, scanned + WINDOW_BYTES);
        int found = 0;
        for (int i = scanned; i < stop; i += Long.SIZE) {
            long all = 0;
            for (int j = 0; j < Long.SIZE; j += Long.BYTES) {
                long word = DigitWords.word(block, i + j);
                long other = word ^ delimiters;
                long not = ((word & LOW) + above | word) & ((other & LOW) + LOW | other);
                all |= ((~not & ~LOW) * GATHER >>> Long.SIZE - Long.BYTES) << j;
            }
            for (; all != 0; all &= all - 1) {
                marks[found++] = i + Long.numberOfTrailingZeros(all);
            }
        }
        if (stop == limit) {
            while (found > 0 && marks[found - 1] >= limit) {
                found--;
            }
            marks[found++] = limit;
        }
        scanned = stop;
        mark = 0;
        markCount = found;
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

    /// Lines of the block before the record.
    int line() {
        return line;
    }

    /// Lines of the records so far.
    int lines() {
        return nextLine;
    }

    /// Whether the record is an empty line.
    boolean isBlank() {
        return count == 1 && starts[0] == ends[0] && !quoted[0];
    }

    /// What is wrong with the record at [#line]; empty if nothing is.
    String problem() {
        return problem;
    }

    /// Reads the next record.
    ///
    /// @return whether there is one, and nothing is wrong with it
    boolean next() {
        line = nextLine;
        count = 0;
        int start = next;
        if (start >= limit) {
            return false;
        }
        while (count < starts.length || grow()) {
            int at = nextMark();
            byte c = bytes[at];
            if (c == delimiter) {
                put(start, at, false);
                start = at + 1;
            } else if (c == '\n') {
                put(start, at, false);
                return endRecord(at);
            } else if (c == '\r') {
                put(start, at, false);
                return carriageReturn(at);
            } else if (c == '"') {
                at = at == start ? quotedValue(start + 1) : reject("quote inside a value that does not begin with one; "
                        + "quote the whole value and double the quotes in it");
                if (at < 0 || bytes[at] != delimiter) {
                    return at >= 0 && (bytes[at] == '\r' ? carriageReturn(at) : endRecord(at));
                }
                start = at + 1;
            }
        }
        return false;
    }

    private boolean grow() {
        if (count == ColumnFile.MAX_COLUMNS) {
            reject("record has more than " + ColumnFile.MAX_COLUMNS + " values; is the delimiter right?");
            return false;
        }
        starts = Arrays.copyOf(starts, 2 * count);
        ends = Arrays.copyOf(ends, 2 * count);
        quoted = Arrays.copyOf(quoted, 2 * count);
        return true;
    }

    private void put(int start, int end, boolean quotes) {
        starts[count] = start;
        ends[count] = end;
        quoted[count++] = quotes;
    }

    private boolean endRecord(int at) {
        next = at + 1;
        nextLine++;
        if (at == limit && !whole) {
            reject("record is longer than " + MAX_RECORD_BYTES + " bytes; is a quote not closed?");
        }
        return problem.isEmpty();
    }

    private boolean carriageReturn(int at) {
        if (at + 1 >= limit || bytes[at + 1] != '\n') {
            reject("carriage return that is not a line end; quote the value, or convert the line ends");
            return false;
        }
        nextMark();
        return endRecord(at + 1);
    }

    /// Takes a value whose opening quote is in front of `start`. Moves each doubled quote and what follows it.
    ///
    /// @return where the delimiter or line end behind it is; -1 if something is wrong
    private int quotedValue(int start) {
        int piece = start;
        int end = start;
        while (true) {
            int at = nextMark();
            if (at == limit) {
                return reject(whole ? "quote is not closed: the file ends inside value " + (count + 1) + " of this record"
                        : "record is longer than " + MAX_RECORD_BYTES + " bytes; is a quote not closed?");
            }
            if (bytes[at] == '\n') {
                nextLine++;
            } else if (bytes[at] == '"') {
                boolean doubled = bytes[at + 1] == '"';
                int stop = doubled ? at + 1 : at;
                if (piece > end) {
                    System.arraycopy(bytes, piece, bytes, end, stop - piece);
                }
                end += stop - piece;
                piece = at + 2;
                if (!doubled) {
                    put(start, end, true);
                    return behindQuote(at + 1);
                }
                nextMark();
            }
        }
    }

    private int behindQuote(int at) {
        byte c = bytes[at];
        if (c != delimiter && c != '\n' && c != '\r') {
            return reject("value continues after its closing quote; double the quotes inside a value");
        }
        nextMark();
        return at;
    }

    /// @return -1
    private int reject(String what) {
        problem = what;
        return -1;
    }
}
