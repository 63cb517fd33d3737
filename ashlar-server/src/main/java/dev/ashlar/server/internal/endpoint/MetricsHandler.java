// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal.endpoint;

import dev.ashlar.flow.Admission;
import dev.ashlar.server.internal.endpoint.HttpPort.Parts;
import dev.ashlar.server.internal.http.Exchange;
import dev.ashlar.server.internal.metrics.GatewayMetrics;
import dev.ashlar.server.internal.metrics.Rejection;
import dev.ashlar.server.internal.monitoring.Alerts;
import dev.ashlar.server.internal.monitoring.PrometheusText;
import dev.ashlar.server.internal.monitoring.Snapshot.TableSize;
import dev.ashlar.store.SyncLag;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// `GET /metrics`: all counters and gauges, in Prometheus' text format.
record MetricsHandler(Parts parts, Exchange exchange) implements Handler {
    private static final String TYPE = "text/plain; version=0.0.4; charset=utf-8";

    @Override
    public void handle(ServerRequest request, ServerResponse response) {
        exchange.send(request, response, 200, TYPE, text().getBytes(StandardCharsets.UTF_8));
    }

    String text() {
        PrometheusText text = new PrometheusText();
        queue(text);
        accepted(text);
        undurable(text);
        clock(text);
        text.histogram("ashlar_accepted_seconds", "Time from the arrival of a request's header until its messages were "
                + "in the store.", parts.meters().latency);
        text.histogram("ashlar_busy_refusal_seconds", "Time from the arrival of a request's header until it was "
                + "refused for lack of space.", parts.meters().refusalTime);
        bounded(text);
        List<TableSize> tables = parts.monitor().tables();
        text.gauge("ashlar_table_rows", "Rows of a table.");
        for (TableSize table : tables) {
            text.sample("ashlar_table_rows", "table", table.name(), table.rows());
        }
        text.gauge("ashlar_table_bytes", "Bytes of a table's rows.");
        for (TableSize table : tables) {
            text.sample("ashlar_table_bytes", "table", table.name(), table.bytes());
        }
        text.gauge("ashlar_alert_raised", "1 while an alert is raised.");
        for (String alert : Alerts.NAMES) {
            text.sample("ashlar_alert_raised", "alert", alert, parts.alerts().isRaised(alert) ? 1 : 0);
        }
        return text.toString();
    }

    private void queue(PrometheusText text) {
        Admission admission = parts.admission();
        text.gauge("ashlar_queue_depth", "Requests waiting for the writer or being recorded.",
                admission.depth());
        text.gauge("ashlar_queue_limit", "Requests that may wait; those beyond it would be stored too late.", admission.limit());
        text.gauge("ashlar_queue_high_water", "Highest queue depth since the start.", admission.highWater());
        text.gauge("ashlar_queue_oldest_age_seconds", "Age of the oldest waiting request.",
                admission.oldestAgeNs() / 1e9);
        text.gauge("ashlar_service_seconds", "Recent average time of the writer per request.",
                admission.serviceNs() / 1e9);
    }

    private void clock(PrometheusText text) {
        text.gauge("ashlar_clock_behind_seconds", "How far the clock is behind the time of the latest message.",
                parts.ingestQueue().clockBehindNs() / 1e9);
    }

    private void accepted(PrometheusText text) {
        GatewayMetrics meters = parts.meters();
        text.counter("ashlar_accepted_requests_total", "Requests whose messages are in the store.",
                meters.acceptedRequests.sum());
        text.counter("ashlar_accepted_messages_total", "Accepted messages, all in the store.",
                meters.acceptedMessages.sum());
        text.counter("ashlar_accepted_bytes_total", "Bytes of the accepted messages.", meters.acceptedBytes.sum());
        text.counter("ashlar_durable_requests_total", "Accepted requests that were synced before the answer.",
                meters.durableRequests.sum());
        text.counter("ashlar_groups_total", "Batches of messages published together.", meters.groups.sum());
        text.counter("ashlar_syncs_total", "Syncs for durable requests.", meters.syncs.sum());
        text.counter("ashlar_refused_total", "Rejected requests and closed connections, by reason.");
        for (Rejection refusal : Rejection.values()) {
            text.sample("ashlar_refused_total", "reason", refusal.label(), meters.refusedCount(refusal));
        }
        text.counter("ashlar_queries_total", "Answered queries.", meters.queries.sum());
        text.counter("ashlar_thread_errors_total", "Unexpected errors on threads of the gateway, which continued.",
                meters.threadErrors.sum());
        text.counter("ashlar_events_total", "Events sent to streams.", meters.events.sum());
    }

    private void undurable(PrometheusText text) {
        SyncLag lag = parts.store().lag();
        text.gauge("ashlar_undurable_bytes", "Bytes in the store that a power loss now would lose.",
                lag.undurableBytes());
        text.gauge("ashlar_undurable_seconds", "Age of the oldest of these bytes.",
                lag.undurableNs() / 1e9);
        text.gauge("ashlar_undurable_longest_seconds", "Highest such age since the start.",
                lag.longestNs() / 1e9);
        text.gauge("ashlar_sync_wait_seconds", "Total time that the writer has waited for syncs.",
                lag.waitedNs() / 1e9);
    }

    private void bounded(PrometheusText text) {
        GatewayMetrics meters = parts.meters();
        text.gauge("ashlar_held_bytes", "Memory of request bodies being processed, in bytes.", parts.held().held());
        text.gauge("ashlar_held_limit_bytes", "Limit of ashlar_held_bytes.", parts.held().most());
        text.gauge("ashlar_connections", "Open connections.");
        text.sample("ashlar_connections", "port", "http", meters.httpConnections.get());
        text.sample("ashlar_connections", "port", "tcp", meters.tcpConnections.get());
        text.sample("ashlar_connections", "port", "tcp_refused", meters.tcpRefused.get());
        text.gauge("ashlar_connection_limit", "Most connections of each port.", meters.connectionLimit);
        text.gauge("ashlar_streams", "Open streams of events.", meters.streams.get());
    }
}
