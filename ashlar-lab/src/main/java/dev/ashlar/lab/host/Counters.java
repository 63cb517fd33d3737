// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Events that a processor counts, by way of the program `perf`: each is tried alone, and one that cannot be had has a
/// reason instead of a number.
///
/// @param available events that can be had
/// @param missing   the others, with the reason
public record Counters(List<String> available, Map<String, String> missing) {
    /// Of the article: what each level of memory was asked for, and what it had not.
    public static final List<String> EVENTS = List.of("cycles", "instructions", "L1-dcache-loads",
            "L1-dcache-load-misses", "LLC-loads", "LLC-load-misses", "dTLB-loads", "dTLB-load-misses");
    private static final String BETWEEN = ";";
    private static final int COUNT = 0;
    private static final int EVENT = 2;
    private static final int PERCENT = 4;

    public Counters {
        available = List.copyOf(available);
    }

    /// Tries each event.
    ///
    /// @param perf the program
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
        return new Counters(available, missing);
    }

    /// Why an event cannot be had; empty if it can.
    private static String problem(String perf, String event) {
        try {
            Process process = new ProcessBuilder(perf, "stat", "-x", BETWEEN, "-e", event, "true")
                    .redirectErrorStream(true).start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            int exit = process.waitFor();
            String[] fields = said.split(BETWEEN);
            if (exit == 0 && fields.length > EVENT && fields[COUNT].matches("[\\d.]+")) {
                return "";
            }
            if (said.startsWith("<not supported>")) {
                return Files.exists(Path.of("/sys/bus/event_source/devices/cpu"))
                        ? "the processor does not count it" : "the machine shows no counters, as most virtual ones";
            }
            return said.contains("paranoid") || said.contains("ermission")
                    ? "not permitted: kernel.perf_event_paranoid=" + Proc.text("/proc/sys/kernel/perf_event_paranoid")
                            .orElse("?") : "perf says: " + said.lines().findFirst().orElse("nothing");
        } catch (IOException e) {
            return "there is no program perf";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "interrupted";
        }
    }

    /// Counting of one JVM, which says itself when it begins and stops.
    ///
    /// @param folder for the two pipes through which it says so, and for the result
    /// @throws IOException if the pipes cannot be made
    public Counting counting(String perf, Path folder) throws IOException {
        Path control = pipe(folder.resolve("control"));
        Path answer = pipe(folder.resolve("answer"));
        Path result = folder.resolve("counts");
        return new Counting(List.of(perf, "stat", "-D", "-1", "--control", "fifo:" + control + "," + answer, "-x",
                BETWEEN, "-o", result.toString(), "-e", String.join(",", available), "--"), control, answer, result);
    }

    private static Path pipe(Path path) throws IOException {
        try {
            if (new ProcessBuilder("mkfifo", path.toString()).redirectErrorStream(true).start().waitFor() != 0) {
                throw new IOException("cannot make a pipe: path=" + path);
            }
            return path;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while a pipe was made", e);
        }
    }

    /// One run of `perf`.
    ///
    /// @param before  what to put before the command that is counted
    /// @param control pipe that takes `enable` and `disable`
    /// @param answer  pipe that tells that it was heard
    /// @param result  file with the counts, at the end
    public record Counting(List<String> before, Path control, Path answer, Path result) {
        /// Counts by event. Where events took turns on the processor's counters, `perf` has scaled them; one that got
        /// no turn is left out.
        ///
        /// @throws IOException if there is no result
        public Map<String, Count> counts() throws IOException {
            Map<String, Count> counts = new LinkedHashMap<>();
            for (String line : Files.readAllLines(result)) {
                String[] fields = line.split(BETWEEN);
                if (fields.length > PERCENT && fields[COUNT].matches("[\\d.]+")) {
                    counts.put(fields[EVENT], new Count(Double.parseDouble(fields[COUNT]),
                            Double.parseDouble(fields[PERCENT])));
                }
            }
            return counts;
        }
    }

    /// @param value   how often
    /// @param percent of the time in which it was counted
    public record Count(double value, double percent) {
    }
}
