// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import dev.ashlar.cli.output.ExitCode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Runs small commands in one JVM, from which the launcher has the JVM write an AOT cache: the classes that commands
/// use, loaded and linked. The capture that it leaves is long enough for a load to be compiled; the launcher loads it
/// once more, for a cache with profiles.
final class TrainingRun {
    /// Of each kind that plans differently: one scan, groups, joins, windows, sub-queries, times.
    private static final List<String> STATEMENTS = List.of(
            "select * from Trade limit 3",
            "select count(*) from Quote",
            "select aggressor, count(*), sum(quantity) from Trade group by aggressor order by 2 desc",
            "select symbol, count(*), sum(securityId) from SecurityDefinition group by symbol order by symbol",
            "select max(price), avg(price) from Trade where quantity > 5 and _time > TIMESTAMP '2020-01-01 00:00:00'",
            "select securityId, price from Trade order by price desc limit 5",
            "select l.entryType, sum(l.quantity) over (order by l._row) from BookUpdate_levels l "
                    + "join BookUpdate b on l._parent = b._row + 0 where l.quantity > 1 limit 3",
            "with t as (select distinct securityId from Trade) select count(*) from Quote "
                    + "where securityId in (select securityId from t)");

    /// @param arguments an empty folder to work in
    public static void main(String[] arguments) throws IOException {
        Path demo = Path.of(arguments[0]).resolve("demo");
        require("demo", "--quick", "--rows=0", "--size=64", "--keep=" + demo);
        String store = demo.resolve("sample.store").toString();
        String schema = demo.resolve("sample-feed.xml").toString();
        String capture = demo.resolve("sample.pcap").toString();
        String loaded = Path.of(arguments[0]).resolve("loaded").toString();
        require("load", "-s", schema, "-f", "cme-mdp3", "--arbitrate", capture, "-d", loaded);
        require("info", store);
        require("info", store, "--format", "json");
        require("verify", store);
        require("dump", store, "Trade", "--limit", "3");
        require("dump", store, "messages", "--limit", "3");
        require("inspect", schema);
        require("check", schema, schema);
        require("decode", "-s", schema, "-f", "cme-mdp3", "--limit", "10", capture);
        for (String format : List.of("table", "csv", "json")) {
            for (String statement : STATEMENTS) {
                require("query", store, statement, "--format", format);
            }
        }
        for (String format : List.of("csv", "parquet", "arrow")) {
            String file = Path.of(arguments[0]).resolve("trades." + format).toString();
            require("export", store, "Trade", "-o", file);
            require("import", file, "-d", Path.of(arguments[0]).resolve("of-" + format).toString(), "--table", "Trade");
        }
        require("--help");
        ask(store);
        System.exit(ExitCode.DONE);
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
