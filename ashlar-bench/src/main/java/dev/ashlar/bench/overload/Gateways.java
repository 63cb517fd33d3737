// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.overload;

import static dev.ashlar.bench.TrialSuite.NS_PER_MS;

import dev.ashlar.flow.Admission;
import dev.ashlar.flow.AdmissionLimit;
import dev.ashlar.measure.Recorder;
import dev.ashlar.measure.figures.Measure;
import dev.ashlar.measure.host.ChildJvm;
import dev.ashlar.measure.host.TemporaryFolder;
import dev.ashlar.server.Gateway;
import dev.ashlar.server.GatewayOptions;
import dev.ashlar.server.GatewayOptions.Bounds;
import dev.ashlar.store.JournalDefinition;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.HdrHistogram.Histogram;

/// Loads a gateway, which runs in its own JVM, with multiples of its capacity. Rates are per second.
///
/// @param boundMs time within which an answer is useful
record Gateways(double seconds, int boundMs, Recorder recorder) {
    static final double[] MULTIPLES = {0.5, 0.9, 1.2, 2, 5};
    static final Measure CAPACITY = Measure.more("capacity", "requests/s");
    static final Measure OFFERED = Measure.plain("offered", "requests/s");
    static final Measure ACCEPTED = Measure.more("accepted", "requests/s");
    /// Accepted within the bound from their intended start.
    static final Measure IN_TIME = Measure.more("in time", "requests/s");
    static final Measure P50 = Measure.less("p50 of accepted", "ms");
    static final Measure P99 = Measure.less("p99 of accepted", "ms");
    static final Measure P999 = Measure.less("p99.9 of accepted", "ms");
    static final Measure REFUSED = Measure.plain("refused", "requests/s");
    static final Measure REFUSED_P50 = Measure.less("p50 of refusals", "ms");
    static final Measure REFUSED_P99 = Measure.less("p99 of refusals", "ms");
    static final Measure FAILED = Measure.plain("failed", "requests/s");
    /// From the end of the load until a request is accepted within the bound.
    static final Measure RECOVERY = Measure.less("recovery", "ms");
    /// In use by the gateway after a collection, near the end of the load.
    static final Measure HEAP = Measure.less("heap", "MiB");
    /// Runnable threads without a core: the part of a time that is not caused by the gateway's code.
    static final Measure WAITING = Measure.plain("gateway's threads that wait for its core", "on average");
    static final Measure CONNECTIONS = Measure.plain("connections", "open");
    static final List<String> FLAGS = List.of("-Xmx512m", "-XX:+UseParallelGC");
    /// Enough that the disk is never idle, and fewer than any limit.
    private static final int AT_ONCE = 4;
    private static final double MIB = 1 << 20;
    private static final long MOST_RECOVERY_NS = 60_000_000_000L;

    static String subject(boolean bounded, double multiple) {
        return name(bounded) + ", " + multiple + "× the capacity";
    }

    static String name(boolean bounded) {
        return bounded ? "bounded admission" : "unbounded queue";
    }

    /// @param bounded whether admission is bounded; otherwise the queue accepts all requests
    /// @param given   capacity in requests per second, of which loads are multiples; 0 to measure it
    /// @return the capacity
    double load(boolean bounded, double given) throws IOException, InterruptedException {
        try (TemporaryFolder folder = new TemporaryFolder("ashlar-overload"); Cores cores = Cores.take()) {
            return load(bounded, given, folder.resolve("store"), cores);
        }
    }

    private double load(boolean bounded, double given, Path store, Cores cores) throws IOException,
            InterruptedException {
        List<String> command = new ArrayList<>(cores.command());
        command.add(ChildJvm.java());
        command.addAll(FLAGS);
        command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-cp", System.getProperty("java.class.path"),
                GatewayProcess.class.getName(), store.toString(), bounded ? "bounded" : "unbounded",
                Integer.toString(boundMs), "1"));
        Process gateway = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try (BufferedReader out = gateway.inputReader(StandardCharsets.UTF_8);
                PrintStream in = new PrintStream(gateway.getOutputStream(), true, StandardCharsets.UTF_8);
                Clients clients = new Clients(Integer.parseInt(out.readLine()))) {
            clients.capacity(AT_ONCE, seconds);
            double capacity = given > 0 ? given : clients.capacity(AT_ONCE, seconds);
            recorder.sample(name(bounded), CAPACITY, capacity);
            for (double multiple : MULTIPLES) {
                double waited = Cores.waitedSeconds(gateway.pid());
                double elapsed = measure(clients, in, out, subject(bounded, multiple), multiple * capacity);
                waited = Cores.waitedSeconds(gateway.pid()) - waited;
                if (Double.isFinite(waited)) {
                    recorder.sample(subject(bounded, multiple), WAITING, waited / elapsed);
                }
            }
            return capacity;
        } finally {
            gateway.waitFor(20, TimeUnit.SECONDS);
            gateway.destroyForcibly();
        }
    }

    /// @return seconds from the first request to the last answer, or those of the load if that is longer
    private double measure(Clients clients, PrintStream in, BufferedReader out, String subject, double offered)
            throws InterruptedException {
        long boundNs = (long) (boundMs * NS_PER_MS);
        // Near the end, when queues have had time to grow.
        double[] heap = new double[1];
        Thread looking = Thread.ofVirtual().start(() -> heap[0] = heapMiB(in, out));
        Clients.Outcome outcome = clients.load(offered, seconds, boundNs);
        looking.join();
        Histogram accepted = outcome.accepted.takeInterval();
        Histogram refused = outcome.refused.takeInterval();
        // At a low rate, the last request begins and ends before the load does.
        double elapsed = Math.max(seconds, outcome.elapsedNs / 1e9);
        recorder.sample(subject, OFFERED, offered);
        recorder.sample(subject, ACCEPTED, accepted.getTotalCount() / elapsed);
        recorder.sample(subject, IN_TIME, outcome.inTime.sum() / elapsed);
        recorder.sample(subject, P50, ms(accepted, 50));
        recorder.sample(subject, P99, ms(accepted, 99));
        recorder.sample(subject, P999, ms(accepted, 99.9));
        recorder.sample(subject, REFUSED, refused.getTotalCount() / elapsed);
        if (refused.getTotalCount() > 0) {
            recorder.sample(subject, REFUSED_P50, ms(refused, 50));
            recorder.sample(subject, REFUSED_P99, ms(refused, 99));
        }
        recorder.sample(subject, FAILED, outcome.failed.sum() / elapsed);
        recorder.sample(subject, RECOVERY, recoveryMs(clients, elapsed - seconds, boundNs));
        recorder.sample(subject, HEAP, heap[0]);
        recorder.sample(subject, CONNECTIONS, clients.connections());
        return elapsed;
    }

    private double heapMiB(PrintStream in, BufferedReader out) {
        try {
            Thread.sleep((long) (seconds * 900));
            in.println();
            return Long.parseLong(out.readLine()) / MIB;
        } catch (IOException | InterruptedException e) {
            return Double.NaN;
        }
    }

    private static double ms(Histogram times, double percentile) {
        return times.getTotalCount() == 0 ? 0 : times.getValueAtPercentile(percentile) / NS_PER_MS;
    }

    /// Requests left at the end of the load are answered before any new one.
    private static double recoveryMs(Clients clients, double afterSeconds, long boundNs) {
        long startNs = System.nanoTime();
        long ns = 0;
        while (ns < MOST_RECOVERY_NS && clients.load(10, 0.1, boundNs).inTime.sum() == 0) {
            ns = System.nanoTime() - startNs;
        }
        return afterSeconds * 1_000 + Math.max(0, (System.nanoTime() - startNs) / NS_PER_MS - 100);
    }

    /// A gateway in its own JVM. Prints its port, then the heap in use for each input line; ends when its input ends.
    static final class GatewayProcess {
        private static final Logger LIBRARY = Logger.getLogger("io.helidon");

        /// @param args folder of the store; `bounded` or `unbounded`; the bound in milliseconds; messages of a group
        public static void main(String[] args) throws IOException {
            LIBRARY.setLevel(Level.OFF);
            Bounds bounds = Bounds.defaults().withConnections(1 << 16).withAddressConnections(1 << 16)
                    .withGroupMessages(Integer.parseInt(args[3]))
                    .withMaxLatency(Duration.ofMillis(Integer.parseInt(args[2])));
            if (args[1].equals("unbounded")) {
                bounds = bounds.withAdmission(AdmissionLimit.fixed(Admission.MAX_REQUESTS));
            }
            GatewayOptions options = GatewayOptions.of(Path.of(args[0]), new JournalDefinition("orders", OrderRequest.SCHEMA))
                    .withBounds(bounds);
            try (Gateway gateway = Gateway.start(options, line -> { });
                    BufferedReader in = new BufferedReader(new InputStreamReader(System.in))) {
                System.out.println(gateway.httpPort());
                while (in.readLine() != null) {
                    System.gc();
                    Runtime runtime = Runtime.getRuntime();
                    System.out.println(runtime.totalMemory() - runtime.freeMemory());
                }
            }
        }
    }
}
