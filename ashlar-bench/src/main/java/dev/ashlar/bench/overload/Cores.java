// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.overload;

import dev.ashlar.measure.host.Proc;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Pins gateway and clients to one core each, so that the clients' times do not include waits for the gateway's core.
/// With only one core, or without `taskset`, they share all cores.
///
/// @param all list of all cores; empty if nothing is pinned
record Cores(String all, List<Integer> cores) implements AutoCloseable {
    /// Index of the nanoseconds for which a thread was runnable and had no core.
    private static final String WAITS = "schedstat";
    private static final int ATTEMPTS = 20;
    private static final String PID = Long.toString(ProcessHandle.current().pid());

    /// Pins this process, that of the clients, to the second core that it may use.
    static Cores take() throws IOException {
        String all = list();
        Cores taken = new Cores(all, parse(all));
        if (taken.areOwn()) {
            taken.keep(Integer.toString(taken.cores.get(1)));
        }
        return taken;
    }

    /// The cores that this process may use, as `taskset` lists them; empty if `taskset` fails.
    private static String list() {
        try {
            Proc.Printed printed = Proc.run("taskset", "-c", "-p", PID);
            return printed.exit() == 0 ? printed.text().substring(printed.text().lastIndexOf(':') + 1).strip() : "";
        } catch (IOException e) {
            return "";
        }
    }

    /// @param list list of cores, such as `0,2-3`
    static List<Integer> parse(String list) {
        return Stream.of(list.split(",")).filter(range -> !range.isBlank()).map(range -> range.strip().split("-"))
                .flatMap(ends -> IntStream.rangeClosed(Integer.parseInt(ends[0]),
                        Integer.parseInt(ends[ends.length - 1])).boxed()).toList();
    }

    /// Retries if a thread ended after `taskset` listed it, since `taskset` then skips the others.
    private void keep(String list) throws IOException {
        Proc.Printed printed = Proc.run("taskset", "-a", "-c", "-p", list, PID);
        for (int attempt = 1; printed.exit() != 0 && attempt < ATTEMPTS; attempt++) {
            printed = Proc.run("taskset", "-a", "-c", "-p", list, PID);
        }
        if (printed.exit() != 0) {
            throw new IOException("cannot pin to cores: cores=" + list + ", taskset=" + printed.text());
        }
    }

    boolean areOwn() {
        return cores.size() > 1;
    }

    /// The prefix of a command that is pinned to the gateway's core.
    List<String> command() {
        return areOwn() ? List.of("taskset", "-c", Integer.toString(cores.getFirst())) : List.of();
    }

    /// Seconds for which the threads of a process were runnable without a core, since they began; NaN if the system
    /// does not report it. Threads that have ended are not counted.
    static double waitedSeconds(long process) {
        double waitedNs = 0;
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(Path.of("/proc/" + process + "/task"))) {
            for (Path thread : threads) {
                waitedNs += Proc.text(thread.resolve(WAITS).toString()).filter(text -> !text.isEmpty())
                        .map(text -> Double.parseDouble(text.split(" ")[1])).orElse(0.0);
            }
        } catch (IOException e) {
            return Double.NaN;
        }
        return waitedNs / 1e9;
    }

    /// This process may use all cores again.
    @Override
    public void close() throws IOException {
        if (areOwn()) {
            keep(all);
        }
    }
}
