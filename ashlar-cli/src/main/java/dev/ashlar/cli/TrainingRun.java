// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import dev.ashlar.cli.output.ExitCode;
import dev.ashlar.cli.output.GracefulStop;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Runs small commands in one JVM, from which the launcher creates an AOT cache: the classes that commands of one kind
/// use, loaded and linked. One cache for all commands would also work, but the JVM loads everything that is in a cache.
final class TrainingRun {
    /// Commands that begin with the same classes.
    private enum Kind {
        /// `query` and `sql`.
        QUERY,
        /// `export` and `import`.
        FILES,
        /// All commands without SQL.
        PLAIN
    }

    /// Of each kind that plans differently: one scan, groups, joins, windows, sub-queries, times. A class that none of
    /// them uses is read from the jar, and opening that takes longest.
    private static final List<String> STATEMENTS = List.of(
            "select * from Trade limit 3",
            "select count(*) from Quote",
            "select aggressor, count(*), sum(quantity) from Trade group by aggressor order by 2 desc",
            "select symbol, count(*), sum(securityId) from SecurityDefinition group by symbol order by symbol",
            "select max(price), avg(price) from Trade where quantity > 5 and _time > TIMESTAMP '2020-01-01 00:00:00'",
            "select securityId, price from Trade order by price desc limit 5",
            "select securityId, count(*), sum(price * quantity) from Trade group by securityId order by securityId",
            "select case when quantity > 5 then 'large' else 'small' end, sum(price * quantity) / sum(quantity) "
                    + "from Trade group by 1 order by 1",
            "select date_trunc('minute', _time), min(price), max(price), count(distinct securityId) from Trade "
                    + "group by 1 order by 1",
            "select symbol from SecurityDefinition where symbol like 'E%' or symbol in ('A', 'B')",
            "select l.entryType, sum(l.quantity) over (order by l._row) from BookUpdate_levels l "
                    + "join BookUpdate b on l._parent = b._row + 0 where l.quantity > 1 limit 3",
            "with t as (select distinct securityId from Trade) select count(*) from Quote "
                    + "where securityId in (select securityId from t)");

    /// Of a table that was imported: its time is a field of the block, and texts are keys.
    private static final List<String> OF_IMPORTED = List.of(
            "select * from Trade limit 3",
            "select aggressor, count(*), sum(_row * quantity) from Trade group by aggressor order by aggressor",
            "select date_trunc('minute', _time), count(*), max(price) from Trade where quantity > 5 group by 1 order by 1");

    /// @param arguments a folder to work in, with a demo of `ashlar demo --keep` and its trades imported, or these are
    ///     made; and kinds
    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[0]);
        Path demo = folder.resolve("demo");
        if (!Files.exists(demo)) {
            require("demo", "--quick", "--rows=0", "--size=1", "--keep=" + demo);
        }
        String store = demo.resolve("sample.store").toString();
        Path imported = folder.resolve("imported");
        if (!Files.exists(imported)) {
            String file = folder.resolve("trades.csv").toString();
            require("export", store, "Trade", "-o", file);
            require("import", file, "-d", imported.toString(), "--table", "Trade", "--time", "transactTime");
        }
        for (String kind : List.of(arguments).subList(1, arguments.length)) {
            switch (Kind.valueOf(kind.toUpperCase(Locale.ROOT))) {
                case QUERY -> {
                    query(store, STATEMENTS);
                    query(imported.toString(), OF_IMPORTED);
                    ask(store);
                }
                case FILES -> exportAndImport(store, folder);
                case PLAIN -> others(store, demo);
            }
        }
        GracefulStop.exit(ExitCode.DONE);
    }

    private static void query(String store, List<String> statements) {
        for (String format : List.of("table", "csv", "json")) {
            for (String statement : statements) {
                require("query", store, statement, "--format", format);
            }
        }
    }

    private static void exportAndImport(String store, Path folder) {
        for (String format : List.of("csv", "parquet", "arrow")) {
            String file = folder.resolve("again." + format).toString();
            require("export", store, "Trade", "-o", file);
            require("import", file, "-d", folder.resolve("of-" + format).toString(), "--table", "Trade");
        }
    }

    private static void others(String store, Path demo) {
        String schema = demo.resolve("sample-feed.xml").toString();
        require("info", store);
        require("info", store, "--format", "json");
        require("verify", store);
        require("dump", store, "Trade", "--limit", "3");
        require("dump", store, "messages", "--limit", "3");
        require("archive", "list", demo.resolve("sample.archive").toString());
        require("inspect", schema);
        require("check", schema, schema);
        require("decode", "-s", schema, "-f", "cme-mdp3", "--limit", "10", demo.resolve("sample.pcap").toString());
        require("--help");
    }

    private static void ask(String store) {
        InputStream before = System.in;
        List<String> lines = new ArrayList<>(STATEMENTS);
        lines.addFirst("");
        System.setIn(new ByteArrayInputStream(String.join(";\n", lines).concat(";\n")
                .getBytes(StandardCharsets.UTF_8)));
        require("sql", store);
        System.setIn(before);
    }

    private static void require(String... command) {
        if (Main.run(command) != ExitCode.DONE) {
            throw new IllegalStateException("command failed: " + String.join(" ", command));
        }
    }
}
