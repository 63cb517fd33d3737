// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.measure.host;

import dev.ashlar.measure.host.Proc.Printed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Events that a processor counts, through the program `perf`. Each event is tried alone; one that is not available has
/// a reason instead of a number.
///
/// @param missing   unavailable events, with the reason
public record Counters(List<String> available, Map<String, String> missing) {
    /// The events of the article: accesses and misses of each level of memory.
    public static final List<String> EVENTS = List.of("cycles", "instructions", "L1-dcache-loads",
            "L1-dcache-load-misses", "LLC-loads", "LLC-load-misses", "dTLB-loads", "dTLB-load-misses");
    /// No counters.
    public static final Counters NONE = new Counters(List.of(), Map.of());
    private static final String BETWEEN = ";";
    private static final String USER_ONLY = ":u";
    private static final int COUNT = 0;
    private static final int EVENT = 2;
    private static final int PERCENT = 4;

    public Counters {
        available = List.copyOf(available);
    }

    /// Tries each event, and then the available ones with the control pipes of a trial, which `perf` has since 5.10.
    public static Counters probe(String perf, List<String> events) {
        List<String> available = new ArrayList<>();
        Map<String, String> missing = new LinkedHashMap<>();
        for (String event : events) {
            String problem = problem(perf, event);
            if (problem.isEmpty()) {
                available.add(event);
            } else {
                missing.put(event, problem);
            }
        }
        Counters counters = new Counters(available, missing);
        String problem = available.isEmpty() ? "" : counters.problemOfSwitching(perf);
        if (problem.isEmpty()) {
            return counters;
        }
        available.forEach(event -> missing.put(event, problem));
        return new Counters(List.of(), missing);
    }

    /// Why counting cannot be switched on and off; empty if it can.
    private String problemOfSwitching(String perf) {
        try (TemporaryFolder folder = new TemporaryFolder("ashlar-lab")) {
            Printed said = Proc.run(Stream.concat(counting(perf, folder.path()).before().stream(), Stream.of("true"))
                    .toArray(String[]::new));
            return said.exit() == 0 ? "" : "perf cannot switch counting on and off: " + said.firstLine();
        } catch (IOException e) {
            return e.getMessage();
        }
    }

    /// Why an event is not available; empty if it is.
    private static String problem(String perf, String event) {
        Printed said;
        try {
            said = Proc.run(perf, "stat", "-x", BETWEEN, "-e", event, "true");
        } catch (IOException e) {
            return Thread.currentThread().isInterrupted() ? "interrupted" : "the program perf is not installed";
        }
        String[] fields = said.text().split(BETWEEN);
        if (said.exit() == 0 && fields.length > EVENT && fields[COUNT].matches("[\\d.,]+")) {
            return "";
        }
        if (said.text().startsWith("<not supported>")) {
            return Files.exists(Path.of("/sys/bus/event_source/devices/cpu")) ? "the processor does not count it"
                    : "the machine has no counters, like most virtual machines";
        }
        return said.text().contains("paranoid") || said.text().contains("ermission")
                ? "not permitted: " + permission() : "perf says: " + said.firstLine();
    }

    /// What the system permits users to count.
    public static String permission() {
        return "kernel.perf_event_paranoid=" + Proc.text("/proc/sys/kernel/perf_event_paranoid").orElse("?");
    }

    /// Counting for one JVM, which itself switches counting on and off.
    ///
    /// @param folder folder for the two control pipes, and for the result
    /// @throws IOException if the pipes cannot be made
    public Counting counting(String perf, Path folder) throws IOException {
        Path control = pipe(folder.resolve("control"));
        Path answer = pipe(folder.resolve("answer"));
        Path result = folder.resolve("counts");
        return new Counting(List.of(perf, "stat", "-D", "-1", "--control", "fifo:" + control + "," + answer, "-x",
                BETWEEN, "-o", result.toString(), "-e", String.join(",", available), "--"), control, answer, result,
                available);
    }

    private static Path pipe(Path path) throws IOException {
        if (Proc.run("mkfifo", path.toString()).exit() != 0) {
            throw new IOException("cannot make a pipe: path=" + path);
        }
        return path;
    }

    /// @param before  what to put before the command that is counted
    /// @param result  file with the counts, at the end
    public record Counting(List<String> before, Path control, Path answer, Path result, List<String> events) {
        /// Counts by event, under the names that were asked for. Where events took turns on the processor's counters,
        /// `perf` has scaled them; one that got no turn is left out. Asked for `cycles` by a user who may not look into
        /// the kernel, it counts `cycles:u`.
        ///
        /// @throws IOException if there is no result
        public Map<String, Count> counts() throws IOException {
            Map<String, Count> counts = new LinkedHashMap<>();
            for (String line : Files.readAllLines(result)) {
                // In some locales numbers have a decimal comma. Another locale for `perf` would be the JVM's, too.
                String[] fields = line.replace(',', '.').split(BETWEEN);
                if (fields.length > PERCENT && fields[COUNT].matches("[\\d.]+")) {
                    Count count = new Count(Double.parseDouble(fields[COUNT]), Double.parseDouble(fields[PERCENT]),
                            !events.contains(fields[EVENT]));
                    events.stream().filter(event -> fields[EVENT].equals(count.userOnly() ? event + USER_ONLY : event))
                            .forEach(event -> counts.put(event, count));
                }
            }
            return counts;
        }
    }

    /// @param percent  percentage of the time during which it was counted
    /// @param userOnly whether it excludes the kernel
    public record Count(double value, double percent, boolean userOnly) { }
}
