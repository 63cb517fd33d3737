// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.overload;

import dev.ashlar.bench.Fork;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/// The clients of one gateway, in a JVM of their own, which starts the gateway's.
final class LoadProcess {
    private static final double[] MULTIPLES = {0.5, 0.9, 1.2, 2, 5};
    /// Enough that the disk is never idle, and fewer than any limit.
    private static final int AT_ONCE = 4;
    private static final double NS_PER_MS = 1e6;
    private static final double MIB = 1 << 20;
    private static final List<String> FLAGS = List.of("-Xmx512m", "-XX:+UseParallelGC");

    private LoadProcess() {
    }

    /// What was found.
    ///
    /// @param capacity requests per second
    record Found(double capacity, List<LoadResult> results) {
        static Found parse(String text) {
            String[] parts = text.split(";");
            List<LoadResult> results = new ArrayList<>();
            for (int i = 1; i < parts.length; i++) {
                results.add(LoadResult.parse(parts[i]));
            }
            return new Found(Double.parseDouble(parts[0]), results);
        }
    }

    /// @param bounded  whether admission is; else the queue takes all
    /// @param capacity requests per second, of which loads are multiples; 0 to find out
    static Found run(boolean bounded, double seconds, int boundMs, Path disk, double capacity) throws IOException {
        return Found.parse(Fork.run(FLAGS, LoadProcess.class, List.of(bounded ? "bounded" : "unbounded",
                Double.toString(seconds), Integer.toString(boundMs), disk.toString(), Double.toString(capacity))));
    }

    public static void main(String[] args) throws Exception {
        double seconds = Double.parseDouble(args[1]);
        int boundMs = Integer.parseInt(args[2]);
        Path folder = Files.createTempDirectory(Path.of(args[3]), "ashlar-overload");
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java")
                .toString()));
        command.addAll(FLAGS);
        command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-cp", System.getProperty("java.class.path"),
                GatewayProcess.class.getName(), folder.resolve("store").toString(), args[0], args[2], "1"));
        Process gateway = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try (BufferedReader out = gateway.inputReader(StandardCharsets.UTF_8);
                PrintStream in = new PrintStream(gateway.getOutputStream(), true, StandardCharsets.UTF_8);
                Clients clients = new Clients(Integer.parseInt(out.readLine()))) {
            clients.capacity(AT_ONCE, seconds);
            double given = Double.parseDouble(args[4]);
            double capacity = given > 0 ? given : clients.capacity(AT_ONCE, seconds);
            StringJoiner found = new StringJoiner(";").add(Double.toString(capacity));
            for (double multiple : MULTIPLES) {
                found.add(measure(clients, in, out, multiple, capacity, seconds, boundMs).toString());
            }
            System.out.println(Fork.FOUND + found);
        } finally {
            gateway.waitFor(20, TimeUnit.SECONDS);
            gateway.destroyForcibly();
            Fork.delete(folder);
        }
    }

    private static LoadResult measure(Clients clients, PrintStream in, BufferedReader out, double multiple,
            double capacity, double seconds, int boundMs) throws IOException {
        long boundNs = (long) (boundMs * NS_PER_MS);
        // Half way through, when whatever piles up has had time to.
        double[] heap = new double[1];
        Thread looking = Thread.ofVirtual().start(() -> heap[0] = heapMiB(in, out, seconds));
        Clients.Outcome outcome = clients.load(multiple * capacity, seconds, boundNs);
        join(looking);
        Histogram accepted = outcome.accepted.takeInterval();
        Histogram refused = outcome.refused.takeInterval();
        // Where few are asked for, the last begins and ends before the load does.
        double elapsed = Math.max(seconds, outcome.elapsedNs / 1e9);
        return new LoadResult(multiple, multiple * capacity, accepted.getTotalCount() / elapsed,
                outcome.inTime.sum() / elapsed, ms(accepted, 50), ms(accepted, 99), ms(accepted, 99.9),
                refused.getTotalCount() / elapsed, ms(refused, 50), ms(refused, 99), outcome.failed.sum() / elapsed,
                recoveryMs(clients, elapsed - seconds, boundNs), heap[0], clients.connections());
    }

    private static double heapMiB(PrintStream in, BufferedReader out, double seconds) {
        try {
            Thread.sleep((long) (seconds * 900));
            in.println();
            return Long.parseLong(out.readLine()) / MIB;
        } catch (IOException | InterruptedException e) {
            return Double.NaN;
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static double ms(Histogram times, double percentile) {
        return times.getTotalCount() == 0 ? 0 : times.getValueAtPercentile(percentile) / NS_PER_MS;
    }

    /// What was left at the end of the load had to be answered before anything new could be.
    private static double recoveryMs(Clients clients, double afterSeconds, long boundNs) {
        long startNs = System.nanoTime();
        while (clients.load(10, 0.1, boundNs).inTime.sum() == 0) {
            if (System.nanoTime() - startNs > 60_000_000_000L) {
                return Double.POSITIVE_INFINITY;
            }
        }
        return afterSeconds * 1_000 + Math.max(0, (System.nanoTime() - startNs) / NS_PER_MS - 100);
    }
}
