// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal;

import dev.ashlar.flow.Admission;
import dev.ashlar.flow.AdmissionOptions;
import dev.ashlar.server.Gateway;
import dev.ashlar.server.GatewayOptions.Listening;
import dev.ashlar.server.GatewayOptions;
import dev.ashlar.server.GatewayReport;
import dev.ashlar.server.internal.endpoint.HttpPort.Parts;
import dev.ashlar.server.internal.endpoint.HttpPort;
import dev.ashlar.server.internal.http.RequestFilter;
import dev.ashlar.server.internal.limits.ConnectionDeadlines;
import dev.ashlar.server.internal.limits.MemoryBudget;
import dev.ashlar.server.internal.limits.OpenFileLimit;
import dev.ashlar.server.internal.metrics.GatewayMetrics;
import dev.ashlar.server.internal.metrics.RejectedException;
import dev.ashlar.server.internal.monitoring.Alerts;
import dev.ashlar.server.internal.monitoring.GatewayMonitor;
import dev.ashlar.server.internal.queue.IngestQueue;
import dev.ashlar.server.internal.queue.MessageScanner;
import dev.ashlar.server.internal.recording.GatewayStore;
import dev.ashlar.server.internal.tcp.TcpPort;
import dev.ashlar.store.JournalWriter;
import dev.ashlar.store.StoreException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;

/// A gateway from its start to its end.
public final class RunningGateway implements Gateway {
    private static final long NS_PER_S = 1_000_000_000;

    private final GatewayStore store;
    private final Admission admission;
    private final IngestQueue ingestQueue;
    private final GatewayMonitor monitor;
    private final GatewayMetrics meters;
    private final ConnectionDeadlines guards;
    private final Parts parts;
    private final HttpPort http;
    private final TcpPort tcp;
    private final long startNs = System.nanoTime();
    private final AtomicLong stopSteps = new AtomicLong();
    private GatewayReport report;

    private RunningGateway(GatewayOptions wanted, GatewayStore store, Consumer<String> log, Clocks clocks)
            throws IOException {
        this.store = store;
        meters = new GatewayMetrics(log);
        GatewayOptions options = OpenFileLimit.fit(wanted, meters);
        meters.connectionLimit = options.bounds().connections();
        Alerts alerts = new Alerts(meters);
        JournalWriter recorder = store.roll(clocks.wall.getAsLong()).writer();
        int mostLength = Math.min(recorder.maxLength(), options.bounds().bodyBytes());
        // A framing that no connection could use is refused before there are connections.
        new MessageScanner(options.journal().schema(), mostLength).layout(options.listening().framing());
        MemoryBudget held = new MemoryBudget(options.bounds().heldBytes());
        admission = new Admission(AdmissionOptions.of(options.bounds().admission()), alerts, System::nanoTime);
        ingestQueue = new IngestQueue(store, clocks.wall, admission, options.bounds().groupMessages(), meters);
        monitor = new GatewayMonitor(store, admission, ingestQueue, meters, held, alerts);
        parts = new Parts(store, ingestQueue, admission, monitor, held, meters, alerts, mostLength);
        guards = new ConnectionDeadlines(meters, clocks.deadlines);
        try {
            tcp = options.listening().tcpPort() == Listening.NO_PORT ? null
                    : new TcpPort(options, options.journal().schema(), mostLength, ingestQueue, held, meters, guards);
            try {
                http = new HttpPort(options, parts, guards);
            } catch (RuntimeException e) {
                if (tcp != null) {
                    tcp.close();
                }
                throw e;
            }
        } catch (IOException | RuntimeException e) {
            guards.close();
            monitor.close();
            admission.close();
            ingestQueue.drain();
            throw e;
        }
        warn(options);
    }

    private void warn(GatewayOptions options) {
        Listening listening = options.listening();
        if (listening.token().isPresent() && listening.tls().isEmpty() && !RequestFilter.isLoopback(listening.host())) {
            meters.log("warning: the token is sent unencrypted, and anyone who sees the traffic can use it: host="
                    + listening.host() + "; use TLS, or listen on this machine alone, behind a proxy that does");
        }
    }

    /// @see Gateway#start
    public static RunningGateway start(GatewayOptions options, Consumer<String> log) throws IOException {
        return start(options, log, recorder -> recorder, System::nanoTime);
    }

    /// @param deadlines by which connections have deadlines: a test has them pass
    /// @param wall      receive times of messages, in nanoseconds since 1970: a test has days pass
    record Clocks(LongSupplier deadlines, LongSupplier wall) {
        private static long nowNs() {
            Instant now = Instant.now();
            return now.getEpochSecond() * NS_PER_S + now.getNano();
        }
    }

    /// @param around puts something between the queue and the store: a disk that is slow when a test wants it to be
    /// @param deadlines by which connections have deadlines: a test has them pass
    static RunningGateway start(GatewayOptions options, Consumer<String> log, UnaryOperator<JournalWriter> around,
            LongSupplier deadlines) throws IOException {
        return start(options, log, around, new Clocks(deadlines, Clocks::nowNs));
    }

    static RunningGateway start(GatewayOptions options, Consumer<String> log, UnaryOperator<JournalWriter> around,
            Clocks clocks) throws IOException {
        Listening listening = options.listening();
        if (listening.token().isEmpty() && !listening.open() && !RequestFilter.isLoopback(listening.host())) {
            throw new IllegalArgumentException("anyone who can reach this machine could connect: host="
                    + listening.host() + "; give a token, or allow access without one");
        }
        GatewayStore store = GatewayStore.open(options, around, log, clocks.wall.getAsLong());
        try {
            return new RunningGateway(options, store, log, clocks);
        } catch (RejectedException e) {
            store.close();
            throw new IllegalArgumentException(e.getMessage(), e);
        } catch (UncheckedIOException e) {
            store.close();
            throw e.getCause();
        } catch (IOException | RuntimeException e) {
            store.close();
            throw e;
        }
    }

    /// Tests wait for what is counted there.
    Parts parts() {
        return parts;
    }

    /// Connections that are served or refused now, by HTTP and TCP.
    int connections() {
        return guards.count();
    }

    @Override
    public int httpPort() {
        return http.port();
    }

    @Override
    public OptionalInt tcpPort() {
        return tcp == null ? OptionalInt.empty() : OptionalInt.of(tcp.port());
    }

    @Override
    public OptionalInt adminPort() {
        return http.hasAdmin() ? OptionalInt.of(http.adminPort()) : OptionalInt.empty();
    }

    @Override
    public synchronized GatewayReport stop() throws StoreException {
        if (report != null) {
            return report;
        }
        monitor.stopping();
        admission.close();
        if (tcp != null) {
            tcp.close();
            stopSteps.incrementAndGet();
        }
        http.close();
        stopSteps.incrementAndGet();
        guards.close();
        ingestQueue.drain();
        stopSteps.incrementAndGet();
        monitor.close();
        report = new GatewayReport(meters.acceptedRequests.sum(), meters.acceptedMessages.sum(),
                meters.acceptedBytes.sum(), meters.refusedCount(), Duration.ofNanos(System.nanoTime() - startNs),
                ingestQueue.failure() == null ? "" : ingestQueue.failure());
        try (GatewayStore closing = store) {
            if (ingestQueue.failure() == null) {
                closing.seal();
            }
            stopSteps.incrementAndGet();
        }
        return report;
    }

    @Override
    public long stopProgress() {
        return stopSteps.get() + meters.acceptedMessages.sum();
    }
}
