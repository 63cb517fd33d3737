// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench;

import dev.ashlar.bench.codec.CodecSuite;
import dev.ashlar.bench.segmented.SegmentedSuite;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.openjdk.jmh.runner.RunnerException;

/// The command `ashlar bench`.
public final class Main {
    private static final int DONE = 0;
    private static final int FAILED = 1;
    private static final int WRONG_USAGE = 2;
    private static final List<Suite> SUITES = List.of(CodecSuite.suite(), SegmentedSuite.suite());

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
        List<Suite> chosen = new ArrayList<>();
        Effort effort = Effort.FULL;
        Path json = null;
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
                default -> {
                    if (arg.startsWith("-")) {
                        return misused("unknown option: " + arg, err);
                    }
                    List<Suite> found = SUITES.stream().filter(suite -> suite.name().equals(arg)).toList();
                    if (found.isEmpty()) {
                        return misused("unknown suite: " + arg + " (there are: " + names() + ")", err);
                    }
                    chosen.addAll(found);
                }
            }
        }
        return measure(chosen.isEmpty() ? SUITES : chosen.stream().distinct().toList(), effort, json, out, err);
    }

    private static int measure(List<Suite> suites, Effort effort, Path json, PrintStream out, PrintStream err) {
        Map<String, String> environment = Environment.facts();
        boolean terminal = System.console() != null && System.console().isTerminal();
        Consumer<String> progress = terminal ? line -> err.print("\r\033[K" + line) : line -> { };
        try {
            Results results = new Rounds(effort, progress).run(suites);
            progress.accept("");
            out.print(TableReport.of(suites, results, environment, effort));
            if (json != null) {
                Files.writeString(json, JsonReport.of(suites, results, environment));
            }
            return DONE;
        } catch (RunnerException e) {
            err.println("ashlar bench: a benchmark failed: " + e.getMessage());
            return FAILED;
        } catch (IOException e) {
            err.println("ashlar bench: cannot write the results: " + e.getMessage() + " (" + json + ")");
            return FAILED;
        }
    }

    private static int misused(String what, PrintStream err) {
        err.println("ashlar bench: " + what + "; see ashlar bench --help");
        return WRONG_USAGE;
    }

    private static String names() {
        return String.join(", ", SUITES.stream().map(Suite::name).toList());
    }

    private static String help() {
        StringBuilder suites = new StringBuilder();
        SUITES.forEach(suite -> suites.append("  %-10s %s%n".formatted(suite.name(), suite.description())));
        return """
                usage: ashlar bench [--quick] [--json FILE] [SUITE...]

                Measures Ashlar and its peers in one run on the same data, and compares them. Without a SUITE, all run.

                  --quick      one short round: under 90 seconds a suite, for a look rather than for a figure
                  --json FILE  also write every sample as JSON

                Suites:
                %s
                Exit codes: 0 done, 1 a benchmark failed, 2 wrong usage.
                """.formatted(suites);
    }
}
