// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal.monitoring;

import dev.ashlar.sbe.otf.JsonObject;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/// What the gateway did in one second, and its state at the end of that second.
///
/// @param number           number of the second, from 1
/// @param time             end of the second
/// @param uptimeSeconds    time since the gateway was started
/// @param state            `running`, `stopping` or `failed`
/// @param depth            requests that wait for the writer or are being recorded
/// @param limit            maximum of `depth`
/// @param oldestMs         for how long the oldest has waited
/// @param messagesPerSecond accepted messages per second
/// @param requestsPerSecond accepted requests per second
/// @param bytesPerSecond   bytes of accepted messages per second
/// @param refusedPerSecond requests refused per second for lack of space
/// @param p50Ms            median time of this second's accepted requests until they were in the store; NaN if there
///     were none
/// @param p99Ms            99th percentile, likewise
/// @param p999Ms           99.9th percentile, likewise
/// @param maxMs            maximum, likewise
/// @param heldBytes        memory of request bodies, in bytes
/// @param heldLimit        maximum of `heldBytes`
/// @param connections      HTTP connections
/// @param tcpConnections   TCP connections
/// @param streams          open event streams
/// @param refused          refusals since the start, by reason; only reasons that occurred
/// @param tables           tables, with their rows and bytes
/// @param alerts           alerts that are raised
public record Snapshot(long number, Instant time, long uptimeSeconds, String state, int depth, int limit,
        double oldestMs, double messagesPerSecond, double requestsPerSecond, double bytesPerSecond,
        double refusedPerSecond, double p50Ms, double p99Ms, double p999Ms, double maxMs, long heldBytes,
        long heldLimit, int connections, int tcpConnections, int streams, Map<String, Long> refused,
        List<TableSize> tables, Collection<Alerts.Alert> alerts) {
    /// @param bytes of its rows
    public record TableSize(String name, long rows, long bytes, double rowsPerSecond) { }

    public String json() {
        JsonObject reasons = new JsonObject();
        refused.forEach(reasons::put);
        return new JsonObject().put("number", number).put("time", time.toString()).put("uptimeSeconds", uptimeSeconds)
                .put("state", state).put("depth", depth).put("limit", limit).put("oldestMs", oldestMs)
                .put("messagesPerSecond", messagesPerSecond).put("requestsPerSecond", requestsPerSecond)
                .put("bytesPerSecond", bytesPerSecond).put("refusedPerSecond", refusedPerSecond)
                .put("p50Ms", p50Ms).put("p99Ms", p99Ms).put("p999Ms", p999Ms).put("maxMs", maxMs)
                .put("heldBytes", heldBytes).put("heldLimit", heldLimit).put("connections", connections)
                .put("tcpConnections", tcpConnections).put("streams", streams).putRaw("refused", reasons.toString())
                .putAll("tables", tables, (json, table) -> json.put("name", table.name()).put("rows", table.rows())
                        .put("bytes", table.bytes()).put("rowsPerSecond", table.rowsPerSecond()))
                .putAll("alerts", alerts, (json, alert) -> json.put("name", alert.name()).put("text", alert.text())
                        .put("since", alert.since().toString())).toString();
    }
}
