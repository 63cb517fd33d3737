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
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        List<String> lines = new ArrayList<>();
        try (Cursor cursor = table.cursor()) {
            while (cursor.next()) {
                line.reset();
                printer.write(cursor, line);
                lines.add(with(line, ""));
            }
            append(lines);
        } catch (CorruptChunkException e) {
            append(lines);
            json.append(",\"damaged\":{\"first\":").append(e.first()).append(",\"end\":").append(e.end()).append('}');
        }
        json.append('}');
    }

    private void journal(Journal journal) throws IOException {
        json.append("{\"first\":").append(journal.firstPosition()).append(",\"messages\":");
        JournalPrinter printer = new JournalPrinter(journal);
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        List<String> lines = new ArrayList<>();
        try (JournalCursor cursor = journal.cursor()) {
            while (cursor.next()) {
                line.reset();
                printer.write(cursor, line);
                byte[] bytes = new byte[cursor.length()];
                for (int i = 0; i < bytes.length; i++) {
                    bytes[i] = cursor.memory().get(ValueLayout.JAVA_BYTE, cursor.offset() + i);
                }
                lines.add(with(line, ",\"_bytes\":\"" + HexFormat.of().formatHex(bytes) + "\""));
            }
            append(lines);
        } catch (CorruptChunkException e) {
            append(lines);
            json.append(",\"damaged\":{\"first\":").append(e.first()).append(",\"end\":").append(e.end()).append('}');
        }
        json.append('}');
    }

    private void values(LastValues values) throws IOException {
        json.append("{\"values\":");
        LastValuesPrinter printer = new LastValuesPrinter(values);
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        List<String> lines = new ArrayList<>();
        try {
            for (long record = printer.next(-1); record >= 0; record = printer.next(record)) {
                line.reset();
                printer.write(record, line);
                lines.add(with(line, ""));
            }
            append(lines);
        } catch (CorruptChunkException e) {
            append(lines);
            json.append(",\"damaged\":{\"first\":").append(e.first()).append(",\"end\":").append(e.end()).append('}');
        }
        json.append('}');
    }

    private void append(List<String> lines) {
        if (brief) {
            json.append(lines.size());
        } else {
            json.append("[\n").append(String.join(",\n", lines)).append(']');
        }
    }

    /// @param more members after the others
    private static String with(ByteArrayOutputStream line, String more) {
        String object = line.toString(StandardCharsets.UTF_8).strip();
        return object.substring(0, object.length() - 1) + more + "}";
    }
}
