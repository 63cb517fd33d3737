// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.query;

import dev.ashlar.bench.Fork;
import dev.ashlar.lab.figures.Range;
import dev.ashlar.query.Expr;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.query.Relation;
import dev.ashlar.query.Relations;
import dev.ashlar.query.Result;
import dev.ashlar.store.IndexDeclaration;
import dev.ashlar.store.Reorder;
import dev.ashlar.store.StoreWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The measuring JVM of [FindSuite].
public final class FindProcess {
    private static final int WARM_PASSES = 3;
    private static final int PASSES = 9;
    private static final String TABLE = "Trade";
    private static final String ORDERED = "ByInstrument";

    private FindProcess() {
    }

    /// How rows are found.
    enum Way {
        ID_SCAN("one row by its id", "scan"),
        ID_HASH("one row by its id", "hash index"),
        ID_SORTED("one row by its id", "sorted index"),
        KEY_SCAN("rows of one instrument of 1,000", "scan"),
        KEY_SORTED("rows of one instrument of 1,000", "sorted index"),
        KEY_ORDERED("rows of one instrument of 1,000", "scan of the table in this order");

        private final String question;
        private final String label;

        Way(String question, String label) {
            this.question = question;
            this.label = label;
        }

        String question() {
            return question;
        }

        String label() {
            return label;
        }

        private boolean isById() {
            return ordinal() <= ID_SORTED.ordinal();
        }

        /// What is declared while it is measured; null for nothing.
        private IndexDeclaration index() {
            return switch (this) {
                case ID_HASH -> IndexDeclaration.hash(TABLE, "tradeId");
                case ID_SORTED -> IndexDeclaration.sorted(TABLE, "tradeId");
                case KEY_SORTED -> IndexDeclaration.sorted(TABLE, "instrument");
                case ID_SCAN, KEY_SCAN, KEY_ORDERED -> null;
            };
        }
    }

    /// What one JVM found.
    ///
    /// @param ns        of each way for another key each time, the median
    /// @param againNs   of each way for the same key again
    /// @param prepareNs that building its index, or writing its table, took; next to nothing where there is none
    record Found(List<Long> ns, List<Long> againNs, List<Long> prepareNs) {
        String line() {
            return Stream.of(ns, againNs, prepareNs).flatMap(List::stream).map(String::valueOf)
                    .collect(Collectors.joining(" "));
        }

        static Found parse(String line) {
            List<Long> numbers = Arrays.stream(line.split(" ")).map(Long::parseLong).toList();
            int ways = Way.values().length;
            return new Found(numbers.subList(0, ways), numbers.subList(ways, 2 * ways),
                    numbers.subList(2 * ways, 3 * ways));
        }
    }

    /// @param args rows, folder
    public static void main(String[] args) throws IOException {
        System.out.println(Fork.FOUND + measure(Long.parseLong(args[0]), Path.of(args[1])).line());
    }

    /// Starts a JVM that measures.
    static Found run(long rows, Path parent) throws IOException {
        Path folder = Files.createTempDirectory(parent, "ashlar-find");
        try {
            return Found.parse(Fork.run(List.of("--enable-native-access=ALL-UNNAMED"), FindProcess.class,
                    List.of(Long.toString(rows), folder.toString())));
        } finally {
            Fork.delete(folder);
        }
    }

    static Found measure(long rows, Path folder) throws IOException {
        List<Long> medians = new ArrayList<>();
        List<Long> again = new ArrayList<>();
        List<Long> prepared = new ArrayList<>();
        List<List<String>> answers = new ArrayList<>();
        try (AshlarAnswers trades = new AshlarAnswers(folder.resolve("store"), 1)) {
            trades.load(rows);
            StoreWriter store = trades.store();
            for (Way way : Way.values()) {
                long start = System.nanoTime();
                if (way.index() != null) {
                    store.declare(way.index()).build();
                } else if (way == Way.KEY_ORDERED) {
                    Reorder.of(TABLE, "instrument").into(store, ORDERED);
                }
                prepared.add(System.nanoTime() - start);
                answers.add(ask(store, way, rows, medians, again));
                if (way.index() != null) {
                    store.drop(way.index());
                }
            }
        }
        if (!answers.get(0).equals(answers.get(1)) || !answers.get(0).equals(answers.get(2))
                || !answers.get(3).equals(answers.get(4)) || !answers.get(3).equals(answers.get(5))) {
            throw new IOException("ways do not agree: answers=" + answers);
        }
        return new Found(medians, again, prepared);
    }

    private static List<String> ask(StoreWriter store, Way way, long rows, List<Long> medians, List<Long> again)
            throws IOException {
        Relation trades = Relations.of(store).get(way == Way.KEY_ORDERED ? ORDERED : TABLE);
        List<String> answers = new ArrayList<>();
        List<Double> times = new ArrayList<>();
        List<Double> sameTimes = new ArrayList<>();
        for (int pass = 0; pass < WARM_PASSES + PASSES; pass++) {
            // Another one each time, as who looks for rows does.
            times.add((double) ask(trades, way, way.isById() ? rows / (pass + 2) : 7 + 31 * pass, answers));
        }
        for (int pass = 0; pass < WARM_PASSES + PASSES; pass++) {
            sameTimes.add((double) ask(trades, way, way.isById() ? rows / 3 : 500, answers));
        }
        medians.add(median(times));
        again.add(median(sameTimes));
        return answers;
    }

    private static long median(List<Double> times) {
        return (long) Range.of(times.subList(WARM_PASSES, times.size())).median();
    }

    /// @return nanoseconds that it took
    private static long ask(Relation trades, Way way, long wanted, List<String> answers) {
        long start = System.nanoTime();
        Expr key = trades.column(way.isById() ? "tradeId" : "instrument");
        try (Result result = trades.scan().where(key.eq(wanted)).count().sum(trades.column("quantity"))
                .run(QueryOptions.defaults())) {
            result.next();
            answers.add(result.get(0) + " " + result.get(1));
        }
        return System.nanoTime() - start;
    }
}
