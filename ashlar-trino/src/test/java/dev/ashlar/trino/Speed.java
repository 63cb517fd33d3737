// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.trino;

import io.trino.Session;
import io.trino.execution.QueryStats;
import io.trino.testing.DistributedQueryRunner;
import io.trino.testing.QueryRunner.MaterializedResultWithPlan;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Are five questions of the benchmark `query` answered as fast from an archive as from the same rows in Parquet,
/// by the same workers?
///
/// If not, shops would convert archives to Parquet before they ask. Started by hand, with the numbers of rows, of
/// workers and of drivers that each runs at once: see docs/trino.md.
final class Speed {
    private static final int WARM = 2;
    private static final int PASSES = 5;
    private static final double NS_PER_MS = 1e6;
    /// Trino makes lines of its log of what is printed otherwise.
    private static final PrintStream OUT = new PrintStream(new FileOutputStream(FileDescriptor.out), true);

    private final DistributedQueryRunner cluster;
    private final Session plain;
    private final Map<String, String> questions = new LinkedHashMap<>();

    private Speed(DistributedQueryRunner cluster, long rows, String drivers) {
        this.cluster = cluster;
        plain = Session.builder(cluster.getDefaultSession()).setSystemProperty("max_drivers_per_task", drivers)
                .setSystemProperty("task_concurrency", drivers).build();
        String from = "timestamp '" + time(rows / 2, rows) + "'";
        String to = "timestamp '" + time(rows / 2 + rows / 100, rows) + "'";
        questions.put("filtered count", "select count(*) from %s where price between 10500 and 10700 and side = 'Buy'");
        questions.put("price x quantity by side", "select side, sum(price * quantity) from %s group by side order by side");
        questions.put("top 10 of 1,000 instruments by value", "select instrument, sum(price * quantity) as value from %s "
                + "group by instrument order by value desc, instrument limit 10");
        questions.put("one-minute bars", "select date_trunc('minute', time) as minute, min_by(price, time), max(price), "
                + "min(price), max_by(price, time), sum(quantity) from %s group by 1 order by 1");
        questions.put("hundredth of the time", "select count(*), sum(quantity) from %s where time >= " + from
                + " and time < " + to);
    }

    private static String time(long row, long rows) {
        long ns = TradeArchive.timeNs(row, rows);
        return LocalDateTime.ofEpochSecond(ns / 1_000_000_000, (int) (ns % 1_000_000_000),
                ZoneOffset.UTC).format(DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.nnnnnnnnn"));
    }

    public static void main(String[] args) throws Exception {
        long rows = Long.parseLong(args[0]);
        int workers = Integer.parseInt(args[1]);
        String drivers = args[2];
        Path folder = args.length > 3 ? Path.of(args[3]) : Files.createTempDirectory("ashlar-trino-speed");
        if (!Files.exists(folder.resolve("archives"))) {
            long start = System.nanoTime();
            TradeArchive.write(folder.resolve("archives/trades"), rows);
            OUT.printf("archive written in %.1f s%n", (System.nanoTime() - start) / 1e9);
        }
        try (DistributedQueryRunner cluster = Cluster.start(workers, folder.resolve("archives"), "trades",
                Map.of(CatalogSettings.AGGREGATE_THREADS, drivers), Map.of("node-scheduler.include-coordinator",
                "false"))) {
            Parquet.install(cluster, folder.resolve("parquet" + System.nanoTime()));
            long start = System.nanoTime();
            cluster.execute("create table parquet.local.trade as select tradeid, time, price, quantity, instrument, venue, "
                    + "side, flags from trade");
            OUT.printf("parquet written in %.1f s%n", (System.nanoTime() - start) / 1e9);
            new Speed(cluster, rows, drivers).run();
        }
    }

    private void run() {
        Session columns = Session.builder(plain).setCatalogSessionProperty(Cluster.CATALOG, SessionSettings.AGGREGATION,
                "false").build();
        OUT.println("| question | Ashlar, ms | columns only, ms | Parquet, ms | ratio | columns only |");
        OUT.println("|---|---:|---:|---:|---:|---:|");
        for (Map.Entry<String, String> question : questions.entrySet()) {
            double[][] ms = new double[3][PASSES];
            List<String> expected = null;
            for (int pass = -WARM; pass < PASSES; pass++) {
                for (int side = 0; side < 3; side++) {
                    long start = System.nanoTime();
                    List<String> answer = Lines.of(cluster.execute(side == 1 ? columns : plain, question.getValue()
                            .formatted(side == 2 ? "parquet.local.trade" : "trade")));
                    if (pass >= 0) {
                        ms[side][pass] = (System.nanoTime() - start) / NS_PER_MS;
                    }
                    if (expected != null && !expected.equals(answer)) {
                        throw new IllegalStateException("answers differ: question=" + question.getKey() + "\n" + expected
                                + "\n" + answer);
                    }
                    expected = answer;
                }
            }
            OUT.printf("| %s | %s | %s | %s | %.2f | %.2f |%n", question.getKey(), range(ms[0]), range(ms[1]),
                    range(ms[2]), median(ms[2]) / median(ms[0]), median(ms[2]) / median(ms[1]));
        }
        OUT.println("| question | side | splits | rows read | bytes read |");
        OUT.println("|---|---|---:|---:|---:|");
        for (Map.Entry<String, String> question : questions.entrySet()) {
            for (int side = 0; side < 3; side++) {
                QueryStats stats = stats(side == 1 ? columns : plain, question.getValue().formatted(side == 2
                        ? "parquet.local.trade" : "trade"));
                OUT.printf("| %s | %s | %d | %,d | %s |%n", question.getKey(), List.of("Ashlar", "columns only",
                        "Parquet").get(side), stats.getCompletedDrivers(), stats.getPhysicalInputPositions(),
                        stats.getPhysicalInputDataSize());
            }
        }
    }

    private QueryStats stats(Session session, String sql) {
        MaterializedResultWithPlan result = cluster.executeWithPlan(session, sql);
        return cluster.getCoordinator().getQueryManager().getFullQueryInfo(result.queryId()).getQueryStats();
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private static String range(double[] values) {
        List<Double> sorted = new ArrayList<>(Arrays.stream(values).boxed().sorted().toList());
        return "%.0f [%.0f..%.0f]".formatted(median(values), sorted.getFirst(), sorted.getLast());
    }
}
