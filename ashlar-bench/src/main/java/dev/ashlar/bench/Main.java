// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench;

import dev.ashlar.bench.append.AppendSuite;
import dev.ashlar.bench.cell.CellSuite;
import dev.ashlar.bench.codec.CodecSuite;
import dev.ashlar.bench.lookup.LookupSuite;
import dev.ashlar.bench.object.ObjectSuite;
import dev.ashlar.bench.overload.OverloadSuite;
import dev.ashlar.bench.query.FindSuite;
import dev.ashlar.bench.query.QuerySuite;
import dev.ashlar.bench.ring.RingSuite;
import dev.ashlar.bench.segmented.SegmentedSuite;
import dev.ashlar.bench.trades.TradesSuite;
import dev.ashlar.lab.host.Environment;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.openjdk.jmh.runner.RunnerException;

/// The command `ashlar bench`.
public final class Main {
    private static final int DONE = 0;
    private static final int FAILED = 1;
    private static final int WRONG_USAGE = 2;
    private static final List<Suite> SUITES = List.of(CodecSuite.suite(), SegmentedSuite.suite());
    private static final List<ForkingSuite> FORKING_SUITES = List.of(new TradesSuite(), new AppendSuite(),
            new QuerySuite(), new LookupSuite(), new FindSuite(), new ObjectSuite(), new RingSuite(),
            new CellSuite(), new OverloadSuite());

    private Main() {
    }

    /// Runs the command and ends the JVM with its exit code.
    public static void main(String[] args) {
        System.exit(run(args, System.out, System.err));
    }

    /// Runs the command.
    ///
    /// @return 0 done, 1 a benchmark failed, 2 wrong usage
    static int run(String[] args, PrintStream out, PrintStream err) {
        List<String> chosen = new ArrayList<>();
        OptionalLong rows = OptionalLong.empty();
        Effort effort = Effort.FULL;
        Path json = null;
        Path plots = null;
        for (int i = 0; i < args.length; i++) {
            String arg = args[i];
            switch (arg) {
                case "--help", "-h" -> {
                    out.print(help());
                    return DONE;
                }
                case "--quick" -> effort = Effort.QUICK;
                case "--json" -> {
                    if (++i == args.length) {
                        return misused("--json needs a file", err);
                    }
                    json = Path.of(args[i]);
                }
                case "--plots" -> {
                    if (++i == args.length) {
                        return misused("--plots needs a folder", err);
                    }
                    plots = Path.of(args[i]);
                }
                case "--rows" -> {
                    if (++i == args.length || !args[i].matches("[1-9]\\d{0,8}")) {
                        return misused("--rows needs a number from 1 to 999999999", err);
                    }
                    rows = OptionalLong.of(Long.parseLong(args[i]));
                }
                default -> {
                    if (arg.startsWith("-")) {
                        return misused("unknown option: " + arg, err);
                    }
                    if (!names().contains(arg)) {
                        return misused("unknown suite: " + arg + " (there are: " + String.join(", ", names()) + ")", err);
                    }
                    chosen.add(arg);
                }
            }
        }
        return measure(chosen.isEmpty() ? names() : chosen, effort, rows, json, plots, out, err);
    }

    private static int measure(List<String> names, Effort effort, OptionalLong rows, Path json, Path plots,
            PrintStream out, PrintStream err) {
        Map<String, String> environment = Environment.facts(Main.class, Rounds.JVM_ARGS);
        boolean terminal = System.console() != null && System.console().isTerminal();
        Consumer<String> progress = terminal ? line -> err.print("\r\033[K" + line) : line -> { };
        List<Suite> suites = SUITES.stream().filter(suite -> names.contains(suite.name())).toList();
        try {
            Results results = new Rounds(effort, progress).run(suites);
            progress.accept("");
            if (!suites.isEmpty()) {
                out.print(TableReport.of(suites, results, environment, effort));
            }
            List<String> more = new ArrayList<>();
            for (ForkingSuite suite : FORKING_SUITES.stream().filter(s -> names.contains(s.name())).toList()) {
                ForkingSuite.Report report = suite.run(effort, rows, progress);
                progress.accept("");
                out.print(report.text());
                environment.forEach((name, value) -> out.println("- " + name + ": "
                        + (name.equals("flags") ? "of each contender, see the page of the suite" : value)));
                more.add(report.json());
                if (plots != null) {
                    report.plots().forEach((file, picture) -> write(plots.resolve(file), picture));
                }
            }
            if (json != null) {
                write(json, JsonReport.of(suites, results, more, environment));
            }
            return DONE;
        } catch (RunnerException | IOException e) {
            err.println("ashlar bench: a benchmark failed: " + e.getMessage());
            return FAILED;
        } catch (UncheckedIOException e) {
            err.println("ashlar bench: cannot write the results: " + e.getCause().getMessage());
            return FAILED;
        }
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int misused(String what, PrintStream err) {
        err.println("ashlar bench: " + what + "; see ashlar bench --help");
        return WRONG_USAGE;
    }

    private static List<String> names() {
        return Stream.concat(SUITES.stream().map(Suite::name), FORKING_SUITES.stream().map(ForkingSuite::name))
                .toList();
    }

    private static String help() {
        StringBuilder suites = new StringBuilder();
        SUITES.forEach(suite -> suites.append("  %-10s %s%n".formatted(suite.name(), suite.description())));
        FORKING_SUITES.forEach(suite -> suites.append("  %-10s %s%n".formatted(suite.name(), suite.description())));
        return """
                usage: ashlar bench [--quick] [--rows N] [--json FILE] [--plots DIR] [SUITE...]

                Measures Ashlar and its peers in one run on the same data, and compares them. Without a SUITE, all run.

                  --quick      one short round: under 90 seconds a suite, for a look rather than for a figure
                  --rows N     rows of trades (50,000,000; 10,000,000 with --quick), append (20,000,000; 2,000,000) and
                               query (50,000,000; 2,000,000) and find (10,000,000; 1,000,000); of lookup at most so
                               many keys; objects of object (1,000,000)
                  --json FILE  also write every sample as JSON
                  --plots DIR  also write pictures (SVG) of suites that have some

                Suites:
                %s
                Exit codes: 0 done, 1 a benchmark failed, 2 wrong usage.
                """.formatted(suites);
    }
}
