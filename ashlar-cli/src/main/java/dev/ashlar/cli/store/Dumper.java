// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.store;

import dev.ashlar.cli.output.OutputException;
import dev.ashlar.cli.output.StandardOutput;
import dev.ashlar.cli.output.TextForm;
import dev.ashlar.store.CorruptChunkException;
import dev.ashlar.store.Cursor;
import dev.ashlar.store.Journal;
import dev.ashlar.store.JournalCursor;
import dev.ashlar.store.JournalPrinter;
import dev.ashlar.store.LastValues;
import dev.ashlar.store.LastValuesPrinter;
import dev.ashlar.store.LastValuesReader;
import dev.ashlar.store.RowPrinter;
import dev.ashlar.store.Table;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/// Prints the rows, messages or values of a container, one JSON object per line. Reports damage and continues after it.
///
/// Rows added meanwhile are not printed; otherwise a dump of a live store would never end.
final class Dumper implements AutoCloseable {
    private final OutputStream out = new BufferedOutputStream(new StandardOutput(), 1 << 16);
    private final PrintWriter err;
    private final boolean text;
    /// Begins each object; empty for a store.
    private String start = "";
    private long left;
    private boolean whole = true;

    /// Writes one line of JSON.
    @FunctionalInterface
    private interface Line {
        void write(OutputStream to) throws IOException;
    }

    /// @param text  indented text instead of JSON
    /// @param limit at most this many objects
    Dumper(PrintWriter err, boolean text, long limit) {
        this.err = err;
        this.text = text;
        left = limit;
    }

    /// Begins a day of an archive; the objects that follow belong to it.
    void begin(String day) {
        start = "{\"_day\":\"" + day + "\",";
    }

    /// Whether no damage was found.
    boolean isWhole() {
        return whole;
    }

    private void print(Line line) {
        left--;
        try {
            if (!text && start.isEmpty()) {
                line.write(out);
                return;
            }
            ByteArrayOutputStream json = new ByteArrayOutputStream();
            line.write(json);
            byte[] bytes = json.toByteArray();
            if (!start.isEmpty()) {
                byte[] day = start.getBytes(StandardCharsets.UTF_8);
                json.reset();
                json.write(day);
                json.write(bytes, 1, bytes.length - 1);
                bytes = json.toByteArray();
            }
            if (text) {
                TextForm.write(bytes, out);
            } else {
                out.write(bytes);
            }
        } catch (IOException e) {
            throw new OutputException(e);
        }
    }

    void damaged(String found) {
        whole = false;
        try {
            // Keeps the order of output and error lines.
            out.flush();
        } catch (IOException e) {
            throw new OutputException(e);
        }
        err.println("ashlar: " + found);
    }

    /// @param from   the first row
    /// @param timeNs of the first row, or null
    /// @throws UnsupportedOperationException if a time is given and the table has none
    void dump(Table table, long from, Long timeNs) {
        RowPrinter printer = new RowPrinter(table);
        long end = table.endRow();
        long row = Math.max(table.firstRow(), from);
        try (Cursor cursor = table.cursor()) {
            if (timeNs != null) {
                row = cursor.seekTime(timeNs) ? cursor.row() : end;
            }
            while (row < end && left > 0) {
                try {
                    if (!cursor.seek(row)) {
                        break;
                    }
                    do {
                        print(to -> printer.write(cursor, to));
                        row = cursor.row() + 1;
                    } while (left > 0 && row < end && cursor.next());
                } catch (CorruptChunkException e) {
                    damaged(e.getMessage());
                    row = Math.max(Math.max(row, e.first()) + 1, e.end());
                } catch (InternalError e) {
                    damaged(table.fault(e).getMessage());
                    return;
                }
            }
        }
    }

    /// @param from   position of the first message, or one before it
    /// @param timeNs of the first message, or null
    void dump(Journal journal, long from, Long timeNs) {
        JournalPrinter printer = new JournalPrinter(journal);
        long end = journal.endPosition();
        try (JournalCursor cursor = journal.cursor()) {
            boolean placed = false;
            boolean there = true;
            // After damage, continue the search for the first message at that time.
            boolean early = timeNs != null;
            while (there && left > 0) {
                try {
                    if (placed) {
                        there = cursor.next();
                    } else {
                        placed = true;
                        there = timeNs == null ? cursor.seekPositionOrAfter(from) : cursor.seekTime(timeNs);
                    }
                    there = there && cursor.position() < end;
                    early = early && there && Long.compareUnsigned(cursor.timeNs(), timeNs) < 0;
                    if (there && !early) {
                        print(to -> printer.write(cursor, to));
                    }
                } catch (CorruptChunkException e) {
                    damaged(e.getMessage());
                    there = e.end() < end;
                }
            }
        }
    }

    void dump(LastValues lastValues) {
        LastValuesPrinter printer = new LastValuesPrinter(lastValues);
        long end = lastValues.recordCount();
        try {
            for (long record = printer.next(LastValuesReader.ABSENT); record != LastValuesReader.ABSENT && end-- > 0
                    && left > 0; record = printer.next(record)) {
                dump(lastValues, printer, record);
            }
            lastValues.checkComplete();
        } catch (CorruptChunkException e) {
            damaged(e.getMessage());
        }
    }

    private void dump(LastValues lastValues, LastValuesPrinter printer, long record) {
        try {
            boolean[] read = new boolean[1];
            print(to -> read[0] = printer.write(record, to));
            if (!read[0]) {
                damaged("value cannot be read: record=" + record + " (" + lastValues.name() + ")");
            }
        } catch (CorruptChunkException e) {
            damaged(e.getMessage());
        }
    }

    @Override
    public void close() {
        try {
            out.close();
        } catch (IOException e) {
            throw new OutputException(e);
        }
    }
}
