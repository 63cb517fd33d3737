// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.query;

import dev.ashlar.bench.Effort;
import dev.ashlar.bench.Finding;
import dev.ashlar.bench.ForkingSuite;
import dev.ashlar.bench.Target;
import dev.ashlar.bench.query.QueryProcess.Found;
import dev.ashlar.lab.figures.Range;
import dev.ashlar.lab.report.Json;
import dev.ashlar.lab.report.MarkdownTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/// Are questions answered over packed rows where they lie as fast as a column engine answers them over its own copy?
///
/// Were it much faster, rows would have to be turned into columns; were loading as slow as its, there would be no point
/// in asking rows.
public final class QuerySuite implements ForkingSuite {
    private static final long ROWS = 50_000_000;
    private static final long QUICK_ROWS = 2_000_000;
    private static final int MAX_ROUNDS = 3;
    private static final double MILLION = 1e6;
    private static final Target TARGET_QUESTION = Target.atLeast(1);
    private static final Target TARGET_LOAD = Target.atLeast(5);
    private static final Path DISK = Path.of(System.getProperty("java.io.tmpdir"));

    @Override
    public String name() {
        return "query";
    }

    @Override
    public String description() {
        return "five questions to 50,000,000 trades, against DuckDB on its own table and Java streams";
    }

    @Override
    public Report run(Effort effort, OptionalLong rows, Consumer<String> progress) throws IOException {
        long count = rows.orElse(effort.rounds() == 1 ? QUICK_ROWS : ROWS);
        int rounds = Math.min(MAX_ROUNDS, effort.rounds());
        Map<Integer, Map<Contender, List<Found>>> all = new TreeMap<>();
        for (int round = 0; round < rounds; round++) {
            for (int threads : new int[] {1, 2}) {
                List<Contender> order = List.of(Contender.values());
                for (Contender contender : round % 2 == 0 ? order : order.reversed()) {
                    progress.accept("round " + (round + 1) + "/" + rounds + ": query: threads=" + threads + ": "
                            + contender.label());
                    all.computeIfAbsent(threads, _ -> new EnumMap<>(Contender.class))
                            .computeIfAbsent(contender, _ -> new ArrayList<>())
                            .add(QueryProcess.run(contender, threads, count, DISK));
                }
            }
        }
        check(all);
        return new Report(findings(all), text(all, count, rounds), json(all, count));
    }

    /// All answers have to be the same.
    private static void check(Map<Integer, Map<Contender, List<Found>>> all) throws IOException {
        List<Integer> answers = all.values().stream().flatMap(found -> found.values().stream())
                .flatMap(List::stream).map(Found::answers).distinct().toList();
        if (answers.size() != 1) {
            throw new IOException("contenders do not agree: answers=" + all);
        }
    }

    private static String text(Map<Integer, Map<Contender, List<Found>>> all, long rows, int rounds) {
        StringBuilder out = new StringBuilder();
        int cores = Runtime.getRuntime().availableProcessors();
        all.forEach((threads, found) -> {
            out.append("query: %,d rows of 42 bytes, threads=%d%s%n%n".formatted(rows, threads,
                    threads > cores ? " (more than cores)" : ""));
            List<List<String>> lines = new ArrayList<>();
            lines.add(line("load (DuckDB: appender)", found, Found::loadNs));
            for (FileKind kind : FileKind.values()) {
                lines.add(line("load (DuckDB: COPY of " + kind.label() + ")", found, result -> result.loadNs(kind)));
            }
            for (Question question : Question.values()) {
                lines.add(line(question.label(), found, result -> result.ns().get(question.ordinal())));
            }
            for (Question question : Question.values()) {
                lines.add(line("first time: " + question.label(), found,
                        result -> result.firstNs().get(question.ordinal())));
            }
            out.append(MarkdownTable.of(List.of("ms", "Ashlar", "DuckDB", "streams", "DuckDB / Ashlar",
                    "streams / Ashlar"), 1, lines)).append('\n');
        });
        return out + """
                Figures are median [min..max] of %d rounds, one JVM each, of the median of five after three to warm
                up; ratios are taken inside each round: above 1 Ashlar is faster. Targets: %s for questions, %s
                for loading. DuckDB loads by its appender, the way that a program in a JVM has for what it receives, and
                beside that from files that were there before; answers were the same.

                """.formatted(rounds, TARGET_QUESTION.text("×"), TARGET_LOAD.text("×"));
    }

    /// Questions and loading against DuckDB, which is promised; questions against streams, which is not.
    static List<Finding> findings(Map<Integer, Map<Contender, List<Found>>> all) {
        List<Finding> findings = new ArrayList<>();
        all.forEach((threads, found) -> {
            String behind = threads == 1 ? "" : ", " + threads + " threads";
            for (Question question : Question.values()) {
                findings.add(finding(question.label() + behind, Contender.DUCKDB, found, threads,
                        result -> result.ns().get(question.ordinal())).withTarget(TARGET_QUESTION)
                        .asHeadline(threads == 1));
            }
            findings.add(load(behind, found, threads));
        });
        all.forEach((threads, found) -> {
            for (Question question : Question.values()) {
                if (threads == 1) {
                    findings.add(finding(question.label(), Contender.STREAMS, found, threads,
                            result -> result.ns().get(question.ordinal())));
                }
            }
        });
        return findings;
    }

    /// Against the best way that the peer has in each round.
    private static Finding load(String behind, Map<Contender, List<Found>> found, int threads) {
        return finding("rows taken in" + behind, Contender.DUCKDB, found, threads, result -> Stream
                .concat(Stream.of(result.loadNs()), result.fileNs().stream()).mapToLong(Long::longValue).min()
                .orElseThrow()).withTarget(TARGET_LOAD).asHeadline(threads == 1);
    }

    private static Finding finding(String what, Contender peer, Map<Contender, List<Found>> found, int threads,
            ToDoubleFunction<Found> time) {
        return Finding.against(what, peer.label(), "ms", ms(found.get(Contender.ASHLAR), time),
                ms(found.get(peer), time), ratio(found, peer, time)).withThreads(threads);
    }

    private static Range ms(List<Found> found, ToDoubleFunction<Found> time) {
        return Range.of(times(found, time).stream().map(ns -> ns / MILLION).toList());
    }

    private static List<String> line(String label, Map<Contender, List<Found>> found, ToDoubleFunction<Found> time) {
        List<String> line = new ArrayList<>(List.of(label));
        for (Contender contender : Contender.values()) {
            line.add(ms(found.get(contender), time).text("%.1f"));
        }
        for (Contender peer : List.of(Contender.DUCKDB, Contender.STREAMS)) {
            line.add(ratio(found, peer, time).text("%.2f"));
        }
        return line;
    }

    private static Range ratio(Map<Contender, List<Found>> found, Contender peer, ToDoubleFunction<Found> time) {
        List<Double> ours = times(found.get(Contender.ASHLAR), time);
        List<Double> theirs = times(found.get(peer), time);
        List<Double> ratios = new ArrayList<>();
        for (int round = 0; round < ours.size(); round++) {
            ratios.add(theirs.get(round) / ours.get(round));
        }
        return Range.of(ratios);
    }

    private static List<Double> times(List<Found> found, ToDoubleFunction<Found> time) {
        return found.stream().map(time::applyAsDouble).toList();
    }

    private String json(Map<Integer, Map<Contender, List<Found>>> all, long rows) {
        StringJoiner members = new StringJoiner(", ", "{\"suite\": " + Json.string(name()) + ", \"rows\": " + rows
                + ", \"found\": [", "]}");
        all.forEach((threads, found) -> found.forEach((contender, results) -> {
            for (Found result : results) {
                members.add("{\"contender\": " + Json.string(contender.label()) + ", \"threads\": " + threads
                        + ", \"loadNs\": " + result.loadNs() + ", \"fileNs\": " + result.fileNs() + ", \"firstNs\": "
                        + result.firstNs() + ", \"ns\": " + result.ns() + "}");
            }
        }));
        return members.toString();
    }
}
