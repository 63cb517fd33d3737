// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.formats;

import dev.ashlar.store.CorruptChunkException;
import dev.ashlar.store.Cursor;
import dev.ashlar.store.Journal;
import dev.ashlar.store.JournalCursor;
import dev.ashlar.store.JournalPrinter;
import dev.ashlar.store.LastValues;
import dev.ashlar.store.LastValuesPrinter;
import dev.ashlar.store.ReadOptions;
import dev.ashlar.store.RowPrinter;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.Table;
import dev.ashlar.store.internal.v1.store.ReadStore;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/// What a store holds, as Java reads it: JSON, one row, message or value a line.
///
/// ```
/// {"tables":{"Tick":{"first":0,"end":2,"rows":[
/// {"_row":0,"time":1,"price":-5,"size":7},
/// …],"damaged":{"first":1,"end":2}}},"journals":{…},"lastValues":{…}}
/// ```
///
/// `damaged` stands where reading ended with an error, and says what cannot be read.
final class KitAnswers {
    private final StringBuilder json = new StringBuilder();

    private final boolean brief;

    private KitAnswers(boolean brief) {
        this.brief = brief;
    }

    /// @param disk  tells which boot of the machine it is
    /// @param brief numbers of rows, messages and values instead of these
    /// @return the answers; `{"error":true}` for a store of which nothing can be read
    static String of(Path folder, KitDisk disk, boolean brief) throws Exception {
        KitAnswers answers = new KitAnswers(brief);
        try (Store store = ReadStore.open(folder, ReadOptions.defaults(), disk)) {
            answers.store(store);
        } catch (StoreException e) {
            return "{\"error\":true}";
        }
        return answers.json.toString();
    }

    /// Likewise, of a store that is open.
    static String of(Store store, boolean brief) throws IOException {
        KitAnswers answers = new KitAnswers(brief);
        answers.store(store);
        return answers.json.toString();
    }

    private void store(Store store) throws IOException {
        json.append("{\"tables\":{");
        String comma = "";
        for (Table table : store.tables()) {
            json.append(comma).append('"').append(table.name()).append("\":");
            table(table);
            comma = ",\n";
        }
        json.append("},\n\"journals\":{");
        comma = "";
        for (Journal journal : store.journals()) {
            if (journal.schema() == null) {
                // It is among the unreadable ones.
                continue;
            }
            json.append(comma).append('"').append(journal.name()).append("\":");
            journal(journal);
            comma = ",\n";
        }
        json.append("},\n\"lastValues\":{");
        comma = "";
        for (LastValues values : store.lastValues()) {
            json.append(comma).append('"').append(values.name()).append("\":");
            values(values);
            comma = ",\n";
        }
        json.append("},\n\"unreadable\":[");
        comma = "";
        for (String name : store.unreadable().keySet()) {
            json.append(comma).append('"').append(name).append('"');
            comma = ",";
        }
        json.append("]}");
    }

    private void table(Table table) throws IOException {
        json.append("{\"first\":").append(table.firstRow()).append(",\"end\":").append(table.endRow())
                .append(",\"rows\":");
        RowPrinter printer = new RowPrinter(table);
        read(lines -> {
            try (Cursor cursor = table.cursor()) {
                while (cursor.next()) {
                    lines.add(line(out -> printer.write(cursor, out), ""));
                }
            }
        });
    }

    private void journal(Journal journal) throws IOException {
        json.append("{\"first\":").append(journal.firstPosition()).append(",\"messages\":");
        JournalPrinter printer = new JournalPrinter(journal);
        read(lines -> {
            try (JournalCursor cursor = journal.cursor()) {
                while (cursor.next()) {
                    byte[] bytes = cursor.memory().asSlice(cursor.offset(), cursor.length())
                            .toArray(ValueLayout.JAVA_BYTE);
                    lines.add(line(out -> printer.write(cursor, out),
                            ",\"_bytes\":\"" + HexFormat.of().formatHex(bytes) + "\""));
                }
            }
        });
    }

    private void values(LastValues values) throws IOException {
        json.append("{\"values\":");
        LastValuesPrinter printer = new LastValuesPrinter(values);
        read(lines -> {
            for (long record = printer.next(-1); record >= 0; record = printer.next(record)) {
                long current = record;
                lines.add(line(out -> printer.write(current, out), ""));
            }
        });
    }

    /// Adds lines until there are no more, or an error ends reading.
    @FunctionalInterface
    private interface Reading {
        void into(List<String> lines) throws IOException;
    }

    /// Writes one JSON object.
    @FunctionalInterface
    private interface Printing {
        void to(ByteArrayOutputStream out) throws IOException;
    }

    private void read(Reading reading) throws IOException {
        List<String> lines = new ArrayList<>();
        String damaged = "";
        try {
            reading.into(lines);
        } catch (CorruptChunkException e) {
            damaged = ",\"damaged\":{\"first\":" + e.first() + ",\"end\":" + e.end() + "}";
        }
        append(lines);
        json.append(damaged).append('}');
    }

    private void append(List<String> lines) {
        if (brief) {
            json.append(lines.size());
        } else {
            json.append("[\n").append(String.join(",\n", lines)).append(']');
        }
    }

    /// @param more members after the others
    private static String line(Printing printing, String more) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        printing.to(out);
        String object = out.toString(StandardCharsets.UTF_8).strip();
        return object.substring(0, object.length() - 1) + more + "}";
    }
}
