// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.formats;

import dev.ashlar.archive.Archive;
import dev.ashlar.archive.Archive.Day;
import dev.ashlar.archive.internal.v1.ReadArchive;
import dev.ashlar.query.Column;
import dev.ashlar.query.Expr;
import dev.ashlar.query.QueryException;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.query.Relation;
import dev.ashlar.query.Result;
import dev.ashlar.query.ValueType.Kind;
import dev.ashlar.store.ReadOptions;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// What an archive holds, as Java reads it: its days, each with the numbers of what its store holds, and its tables,
/// each with its columns and, by day, their rows.
///
/// ```
/// {"division":"day:America/Chicago","days":[
/// {"name":"2026-03-06","date":"2026-03-06","state":"sealed","start":…,"end":…,"base":…,"store":{…}},
/// …],"tables":{
/// "Ticks":{"columns":{"_date":"TIMESTAMP",…},"days":{
/// "2026-03-06":[
/// {"_date":"2026-03-06T00:00:00.000000000Z","_row":…},
/// …],
/// "2026-03-07":"error"}}}}
/// ```
///
/// A day whose rows cannot be read has `"error"`; columns whose type in a day has nothing in common with that in the
/// newest are left out there, and named under `other`.
record ArchiveAnswers(ReadArchive archive, boolean brief) {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.nnnnnnnnn'Z'")
            .withZone(ZoneOffset.UTC);
    private static final long NS_PER_SECOND = 1_000_000_000L;

    /// @param disk  tells which boot of the machine it is
    /// @param brief numbers of rows instead of these
    /// @return the answers; `{"error":true}` for an archive that cannot be opened
    static String of(Path folder, KitDisk disk, boolean brief) throws Exception {
        try (ReadArchive archive = ReadArchive.open(folder, ReadOptions.defaults(), disk)) {
            return new ArchiveAnswers(archive, brief).json();
        } catch (StoreException e) {
            return "{\"error\":true}";
        }
    }

    private String json() throws IOException {
        Set<String> names = new TreeSet<>();
        List<String> days = new ArrayList<>();
        for (Day day : archive.days()) {
            day.tables().stream().filter(table -> table.kind().equals("table")).map(Archive.Table::name)
                    .forEach(names::add);
            days.add("{\"name\":\"" + day.name() + "\",\"date\":\"" + day.period().date() + "\",\"state\":\""
                    + (day.open() ? "open" : "sealed") + "\",\"start\":" + day.period().startNs() + ",\"end\":"
                    + day.period().endNs() + ",\"base\":" + day.base() + ",\n\"store\":" + store(day) + "}");
        }
        List<String> tables = new ArrayList<>();
        for (Relation relation : archive.relations().all()) {
            if (names.contains(relation.name())) {
                tables.add("\"" + relation.name() + "\":" + table(relation));
            }
        }
        return "{\"division\":\"" + archive.division() + "\",\"days\":[\n" + String.join(",\n", days) + "],\"tables\":{\n"
                + String.join(",\n", tables) + "}}";
    }

    private String store(Day day) throws IOException {
        try (Store store = archive.openDay(day.name())) {
            return KitAnswers.of(store, true);
        } catch (StoreException e) {
            return "{\"error\":true}";
        }
    }

    private String table(Relation relation) throws IOException {
        String columns = relation.columns().stream().map(column -> "\"" + column.name() + "\":\"" + column.type() + "\"")
                .collect(Collectors.joining(","));
        List<String> days = new ArrayList<>();
        Map<String, String> other = new LinkedHashMap<>();
        for (Day day : archive.days()) {
            List<Column> readable = new ArrayList<>();
            boolean damaged = false;
            for (Column column : relation.columns()) {
                try {
                    rows(relation, day, List.of(column));
                    readable.add(column);
                } catch (QueryException e) {
                    damaged |= e.reason() != QueryException.Reason.UNSUPPORTED;
                }
            }
            if (damaged) {
                days.add("\"" + day.name() + "\":\"error\"");
                continue;
            }
            for (Column column : relation.columns()) {
                if (!readable.contains(column) && other.put(day.name(), column.name()) != null) {
                    throw new IllegalStateException("two columns of other types: day=" + day.name());
                }
            }
            List<String> rows = rows(relation, day, readable);
            days.add("\"" + day.name() + "\":" + (brief ? rows.size() : "[\n" + String.join(",\n", rows) + "]"));
        }
        String unlike = other.entrySet().stream().map(one -> "\"" + one.getKey() + "\":\"" + one.getValue() + "\"")
                .collect(Collectors.joining(","));
        return (brief ? "{" : "{\"columns\":{" + columns + "},\n") + "\"other\":{" + unlike + "},\"days\":{\n"
                + String.join(",\n", days) + "}}";
    }

    /// Rows of one day, by their numbers.
    private static List<String> rows(Relation relation, Day day, List<Column> columns) {
        List<Expr> selected = new ArrayList<>();
        selected.add(relation.column("_row"));
        columns.forEach(column -> selected.add(relation.column(column.name())));
        Expr wanted = relation.column("_row").ge(Expr.of(day.base())).and(relation.column("_row")
                .lt(Expr.of(day.base() + (1L << Archive.BASE_BITS))));
        Map<Long, String> rows = new TreeMap<>();
        try (Result result = relation.scan().where(wanted).select(selected.toArray(Expr[]::new))
                .run(QueryOptions.defaults())) {
            while (result.next()) {
                List<String> values = new ArrayList<>();
                for (int i = 0; i < columns.size(); i++) {
                    values.add("\"" + columns.get(i).name() + "\":" + value(columns.get(i), result.get(i + 1)));
                }
                rows.put(result.getLong(0), "{" + String.join(",", values) + "}");
            }
        }
        return List.copyOf(rows.values());
    }

    private static String value(Column column, Object value) {
        if (value == null) {
            return "null";
        }
        if (column.type().kind() == Kind.TIMESTAMP) {
            long timeNs = (Long) value;
            return "\"" + TIME.format(Instant.ofEpochSecond(Math.floorDiv(timeNs, NS_PER_SECOND),
                    Math.floorMod(timeNs, NS_PER_SECOND))) + "\"";
        }
        return value instanceof String ? "\"" + value + "\"" : value.toString();
    }
}
