// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal.monitoring;

import dev.ashlar.flow.AdmissionListener;
import dev.ashlar.server.internal.metrics.GatewayMetrics;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/// Conditions that an operator should look at now, by name. Raising and clearing one is logged once each.
///
/// **Threading**: any.
public final class Alerts implements AdmissionListener {
    /// The queue is filling up.
    static final String QUEUE = "queue";
    /// Requests are refused for lack of space.
    static final String REFUSING = "refusing";
    /// Accepted requests take longer than the maximum latency.
    static final String LATENCY = "latency";
    /// Request bodies use nearly all their memory.
    static final String MEMORY = "memory";
    /// The clock was set back, and messages have times that are ahead of it.
    static final String CLOCK = "clock";
    /// The store no longer accepts messages.
    static final String STORE = "store";
    public static final List<String> NAMES = List.of(QUEUE, REFUSING, LATENCY, MEMORY, CLOCK, STORE);

    /// @param since when it was raised
    record Alert(String name, String text, Instant since) { }

    private final Map<String, Alert> raised = new ConcurrentSkipListMap<>();
    private final GatewayMetrics meters;

    public Alerts(GatewayMetrics meters) {
        this.meters = meters;
    }

    @Override
    public void alertRaised(int depth, int limit) {
        set(QUEUE, true, "the queue is filling up: depth=" + depth + ", limit=" + limit);
    }

    @Override
    public void alertCleared(int depth, int limit) {
        set(QUEUE, false, "");
    }

    /// Raises or clears an alert, if that changes its state.
    ///
    /// @param text the reason, with current figures
    void set(String name, boolean on, String text) {
        if (on) {
            if (raised.putIfAbsent(name, new Alert(name, text, Instant.now())) == null) {
                meters.log("alert raised: " + name + ": " + text);
            }
        } else if (raised.remove(name) != null) {
            meters.log("alert cleared: " + name);
        }
    }

    public boolean isRaised(String name) {
        return raised.containsKey(name);
    }

    Collection<Alert> raised() {
        return List.copyOf(raised.values());
    }
}
