// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal.monitoring;

import dev.ashlar.flow.Admission;
import dev.ashlar.sbe.otf.JsonObject;
import dev.ashlar.server.internal.limits.MemoryBudget;
import dev.ashlar.server.internal.metrics.GatewayMetrics;
import dev.ashlar.server.internal.metrics.Rejection;
import dev.ashlar.server.internal.monitoring.Snapshot.TableSize;
import dev.ashlar.server.internal.queue.IngestQueue;
import dev.ashlar.server.internal.recording.GatewayStore;
import dev.ashlar.store.ChunkSummary;
import dev.ashlar.store.Store;
import dev.ashlar.store.Table;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/// Looks at everything once a second, keeps the last snapshot for its readers, and raises the alerts that only show
/// over time.
///
/// **Threading**: one of its own; any asks. However many watch, there is one snapshot.
public final class GatewayMonitor implements AutoCloseable {
    private static final long PERIOD_NS = 1_000_000_000;
    /// With fewer requests, the slowest one would be the percentile.
    private static final int LEAST_FOR_P99 = 100;
    private static final double MEMORY_ALERT = 0.7;
    private static final double MEMORY_CLEAR = 0.6;
    private static final long CLOCK_ALERT_NS = 2 * PERIOD_NS;

    private final GatewayStore store;
    private final Admission admission;
    private final IngestQueue ingestQueue;
    private final GatewayMetrics meters;
    private final MemoryBudget held;
    private final Alerts alerts;
    private final long startNs = System.nanoTime();
    private final Map<String, Long> rowsBefore = new HashMap<>();
    private Path folderBefore;
    private long messagesBefore;
    private long requestsBefore;
    private long bytesBefore;
    private long refusedBefore;
    private final Object lock = new Object();
    private final Thread thread;
    private Snapshot latest;
    private volatile boolean stopping;

    public GatewayMonitor(GatewayStore store, Admission admission, IngestQueue ingestQueue, GatewayMetrics meters,
            MemoryBudget held, Alerts alerts) {
        this.store = store;
        this.admission = admission;
        this.ingestQueue = ingestQueue;
        this.meters = meters;
        this.held = held;
        this.alerts = alerts;
        latest = look(0, PERIOD_NS);
        thread = Thread.ofPlatform().daemon().name("ashlar-pulse").start(this::run);
    }

    private void run() {
        long before = System.nanoTime();
        try {
            for (long number = 1;; number++) {
                Thread.sleep(Math.max(1, (PERIOD_NS - (System.nanoTime() - before)) / 1_000_000));
                long now = System.nanoTime();
                lookAgain(number, now - before);
                before = now;
            }
        } catch (InterruptedException e) {
            // Closed.
        }
    }

    /// Whatever goes wrong, monitoring continues with the next second; otherwise nobody would notice.
    private void lookAgain(long number, long elapsedNs) {
        try {
            Snapshot snapshot = look(number, elapsedNs);
            synchronized (lock) {
                latest = snapshot;
                lock.notifyAll();
            }
        } catch (RuntimeException | Error e) {
            meters.threadError("ashlar-pulse", e);
        }
    }

    private Snapshot look(long number, long elapsedNs) {
        double seconds = elapsedNs / 1e9;
        long messages = meters.acceptedMessages.sum();
        long requests = meters.acceptedRequests.sum();
        long bytes = meters.acceptedBytes.sum();
        long busy = meters.refusedCount(Rejection.BUSY);
        Histogram times = meters.latency.take();
        raise(times, busy - refusedBefore);
        Snapshot snapshot = new Snapshot(number, Instant.now(), (System.nanoTime() - startNs) / PERIOD_NS, state(),
                admission.depth(), admission.limit(), admission.oldestAgeNs() / 1e6,
                (messages - messagesBefore) / seconds, (requests - requestsBefore) / seconds,
                (bytes - bytesBefore) / seconds, (busy - refusedBefore) / seconds, ms(times, 50), ms(times, 99),
                ms(times, 99.9), ms(times, 100), held.held(), held.most(), meters.httpConnections.get(),
                meters.tcpConnections.get(), meters.streams.get(), refused(), tables(seconds), alerts.raised());
        messagesBefore = messages;
        requestsBefore = requests;
        bytesBefore = bytes;
        refusedBefore = busy;
        return snapshot;
    }

    private static double ms(Histogram times, double percentile) {
        return times.getTotalCount() == 0 ? Double.NaN : times.getValueAtPercentile(percentile) / 1e6;
    }

    private void raise(Histogram times, long refusedNow) {
        long boundNs = admission.options().limit().maxLatencyNs();
        double p99Ms = ms(times, 99);
        boolean late = boundNs > 0 && times.getTotalCount() >= LEAST_FOR_P99 && p99Ms * 1e6 > boundNs;
        alerts.set(Alerts.LATENCY, late, "accepted requests take too long: p99Ms="
                + p99Ms + ", most=" + boundNs / 1e6);
        alerts.set(Alerts.REFUSING, refusedNow > 0, "requests are refused: refused=" + refusedNow + ", limit="
                + admission.limit());
        double part = (double) held.held() / held.most();
        alerts.set(Alerts.MEMORY, part >= (alerts.isRaised(Alerts.MEMORY) ? MEMORY_CLEAR : MEMORY_ALERT),
                "request bodies use almost all their memory: heldBytes=" + held.held() + ", most=" + held.most());
        long behindNs = ingestQueue.clockBehindNs();
        alerts.set(Alerts.CLOCK, behindNs > CLOCK_ALERT_NS, "the clock was set back, and all messages have the same time until "
                + "it has caught up: behindSeconds=" + behindNs / PERIOD_NS + "; restart the gateway if that is too long");
        alerts.set(Alerts.STORE, ingestQueue.failure() != null, "messages are no longer recorded: "
                + ingestQueue.failure());
    }

    /// The state of the gateway, in one word.
    public String state() {
        return ingestQueue.failure() != null ? "failed" : stopping ? "stopping" : "running";
    }

    /// The state as JSON, with advice if the gateway has failed.
    ///
    /// @param withReason whether the caller may see the message of the store, which names its folder
    public String health(boolean withReason) {
        JsonObject json = new JsonObject().put("status", state());
        String failure = ingestQueue.failure();
        if (failure != null) {
            json.put("message", IngestQueue.advice(withReason ? failure : "the gateway's log says why"));
        }
        return json.toString();
    }

    /// Ends the streams.
    public void stopping() {
        synchronized (lock) {
            stopping = true;
            lock.notifyAll();
        }
    }

    public boolean isStopping() {
        return stopping;
    }

    private Map<String, Long> refused() {
        Map<String, Long> refused = new TreeMap<>();
        for (Rejection refusal : Rejection.values()) {
            long count = meters.refusedCount(refusal);
            if (count > 0) {
                refused.put(refusal.label(), count);
            }
        }
        return refused;
    }

    /// The rows of every table as of now, rather than as of the last second.
    public List<TableSize> tables() {
        return store.read(open -> open.tables().stream().map(table -> size(table, 0)).toList(), latest().tables());
    }

    private List<TableSize> tables(double seconds) {
        return store.read(open -> tables(open, seconds), latest == null ? List.of() : latest.tables());
    }

    private List<TableSize> tables(Store open, double seconds) {
        if (!open.folder().equals(folderBefore)) {
            // Another day, whose rows are counted from 0.
            folderBefore = open.folder();
            rowsBefore.clear();
        }
        List<TableSize> sizes = new ArrayList<>();
        for (Table table : open.tables()) {
            Long before = rowsBefore.put(table.name(), table.endRow());
            sizes.add(size(table, before == null ? 0 : (table.endRow() - before) / seconds));
        }
        return sizes;
    }

    private static TableSize size(Table table, double rowsPerSecond) {
        long bytes = 0;
        for (ChunkSummary chunk : table.chunks()) {
            bytes += chunk.rows() * chunk.layout().stride();
        }
        return new TableSize(table.name(), table.rowCount(), bytes, rowsPerSecond);
    }

    public Snapshot latest() {
        synchronized (lock) {
            return latest;
        }
    }

    /// Waits for the snapshot after one.
    ///
    /// @return the newest snapshot; it may be the same one if the monitor is stopping or no new one came within two
    ///     seconds
    public Snapshot after(long number) throws InterruptedException {
        synchronized (lock) {
            long deadlineNs = System.nanoTime() + 2 * PERIOD_NS;
            while (latest.number() <= number && System.nanoTime() - deadlineNs < 0 && !stopping) {
                lock.wait(PERIOD_NS / 1_000_000);
            }
            return latest;
        }
    }

    @Override
    public void close() {
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
