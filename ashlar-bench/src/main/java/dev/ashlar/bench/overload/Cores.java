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

/// Keeps gateway and clients to a core each, so that the clients' times are no waits for the core that the gateway has.
/// Where there is one core, or no `taskset`, they share what there is.
///
/// @param all as they are listed; empty if nothing is kept
record Cores(String all, List<Integer> cores) implements AutoCloseable {
    /// Nanoseconds for which a thread could run and had no core: the second number.
    private static final String WAITS = "schedstat";
    private static final int ATTEMPTS = 20;
    private static final String PID = Long.toString(ProcessHandle.current().pid());

    /// Keeps this process, the clients', to the second core that it may use.
    static Cores take() throws IOException {
        String all = list();
        Cores taken = new Cores(all, parse(all));
        if (taken.areOwn()) {
            taken.keep(Integer.toString(taken.cores.get(1)));
        }
        return taken;
    }

    /// The cores that this process may use, as `taskset` lists them; empty if it cannot be asked.
    private static String list() {
        try {
            Proc.Printed printed = Proc.run("taskset", "-c", "-p", PID);
            return printed.exit() == 0 ? printed.text().substring(printed.text().lastIndexOf(':') + 1).strip() : "";
        } catch (IOException e) {
            return "";
        }
    }

    /// @param list such as `0,2-3`
    static List<Integer> parse(String list) {
        return Stream.of(list.split(",")).filter(range -> !range.isBlank()).map(range -> range.strip().split("-"))
                .flatMap(ends -> IntStream.rangeClosed(Integer.parseInt(ends[0]),
                        Integer.parseInt(ends[ends.length - 1])).boxed()).toList();
    }

    /// Tries again where a thread ended after `taskset` listed it: it leaves the rest where they are.
    private void keep(String list) throws IOException {
        Proc.Printed printed = Proc.run("taskset", "-a", "-c", "-p", list, PID);
        for (int attempt = 1; printed.exit() != 0 && attempt < ATTEMPTS; attempt++) {
            printed = Proc.run("taskset", "-a", "-c", "-p", list, PID);
        }
        if (printed.exit() != 0) {
            throw new IOException("cannot be kept to cores: cores=" + list + ", taskset=" + printed.text());
        }
    }

    boolean areOwn() {
        return cores.size() > 1;
    }

    /// What a command begins with that is kept to the gateway's core.
    List<String> command() {
        return areOwn() ? List.of("taskset", "-c", Integer.toString(cores.getFirst())) : List.of();
    }

    /// For how many seconds the threads of a process could run and had no core, since they began; NaN where the system
    /// does not report it. Threads that have ended are left out.
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
