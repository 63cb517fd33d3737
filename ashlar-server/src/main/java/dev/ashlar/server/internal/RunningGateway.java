// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal;

import dev.ashlar.flow.Admission;
import dev.ashlar.flow.AdmissionOptions;
import dev.ashlar.server.Gateway;
import dev.ashlar.server.GatewayOptions;
import dev.ashlar.server.GatewayOptions.Listening;
import dev.ashlar.server.GatewayReport;
import dev.ashlar.server.internal.endpoint.HttpPort;
import dev.ashlar.server.internal.endpoint.HttpPort.Parts;
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
import dev.ashlar.server.internal.tcp.TcpPort;
import dev.ashlar.store.Journal;
import dev.ashlar.store.JournalWriter;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;

/// A gateway from its start to its end.
public final class RunningGateway implements Gateway {
    private final StoreWriter store;
    private final Admission admission;
    private final IngestQueue ingestQueue;
    private final GatewayMonitor monitor;
    private final GatewayMetrics meters;
    private final ConnectionDeadlines guards;
    private final Parts parts;
    private final HttpPort http;
    private final TcpPort tcp;
    private final long startNs = System.nanoTime();
    private GatewayReport report;

    private RunningGateway(GatewayOptions wanted, StoreWriter store, Consumer<String> log,
            UnaryOperator<JournalWriter> around,
            LongSupplier clock) throws IOException {
        this.store = store;
        meters = new GatewayMetrics(log);
        GatewayOptions options = OpenFileLimit.fit(wanted, meters);
        meters.connectionLimit = options.bounds().connections();
        Alerts alerts = new Alerts(meters);
        Journal journal = store.define(options.journal());
        JournalWriter recorder = store.journalWriter(journal.name());
        int mostLength = Math.min(recorder.maxLength(), options.bounds().bodyBytes());
        // What no connection could use is refused before there is any.
        new MessageScanner(options.journal().schema(), mostLength).layout(options.listening().framing());
        MemoryBudget held = new MemoryBudget(options.bounds().heldBytes());
        admission = new Admission(AdmissionOptions.of(options.bounds().admission()), alerts, System::nanoTime);
        ingestQueue = new IngestQueue(around.apply(recorder), journal.messageCount(), admission,
                options.bounds().groupMessages(), meters);
        monitor = new GatewayMonitor(store, admission, ingestQueue, meters, held, alerts);
        parts = new Parts(store, ingestQueue, admission, monitor, held, meters, alerts, mostLength);
        guards = new ConnectionDeadlines(meters, clock);
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
            meters.log("warning: the token travels unencrypted, and whoever sees it can use it: host=" + listening.host()
                    + "; encrypt both ports, or listen on this machine alone behind a proxy that does");
        }
    }

    /// @see Gateway#start
    public static RunningGateway start(GatewayOptions options, Consumer<String> log) throws IOException {
        return start(options, log, recorder -> recorder, System::nanoTime);
    }

    /// @param around puts something between the queue and the store: a disk that is slow when a test wants it to be
    /// @param clock  by which connections have deadlines: a test has them pass
    static RunningGateway start(GatewayOptions options, Consumer<String> log, UnaryOperator<JournalWriter> around,
            LongSupplier clock) throws IOException {
        Listening listening = options.listening();
        if (listening.token().isEmpty() && !listening.open() && !RequestFilter.isLoopback(listening.host())) {
            throw new IllegalArgumentException("everybody who reaches this machine could come: host="
                    + listening.host() + "; give a token, or say that they may");
        }
        StoreWriter store = StoreWriter.open(options.folder(), options.store());
        try {
            return new RunningGateway(options, store, log, around, clock);
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
        }
        http.close();
        guards.close();
        ingestQueue.drain();
        monitor.close();
        report = new GatewayReport(meters.acceptedRequests.sum(), meters.acceptedMessages.sum(),
                meters.acceptedBytes.sum(), meters.refusedCount(), Duration.ofNanos(System.nanoTime() - startNs),
                ingestQueue.failure() == null ? "" : ingestQueue.failure());
        store.close();
        return report;
    }
}
