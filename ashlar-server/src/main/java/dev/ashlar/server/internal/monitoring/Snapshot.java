// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal.monitoring;

import dev.ashlar.sbe.otf.JsonObject;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/// What the gateway did in one second, and how it stands.
///
/// @param number           of the second, from 1
/// @param time             of its end
/// @param uptimeSeconds    since the gateway was started
/// @param state            `running`, `stopping` or `failed`
/// @param depth            requests that wait for the writer or are being recorded
/// @param limit            how many may
/// @param oldestMs         for how long the oldest has waited
/// @param messagesPerSecond accepted
/// @param requestsPerSecond accepted
/// @param bytesPerSecond   of accepted messages
/// @param refusedPerSecond for want of room
/// @param p50Ms            of accepted requests of this second, until they were in the store; NaN if there were none
/// @param p99Ms            likewise
/// @param p999Ms           likewise
/// @param maxMs            likewise
/// @param heldBytes        of bodies
/// @param heldLimit        how many may be
/// @param connections      of HTTP
/// @param tcpConnections   of TCP
/// @param streams          of events
/// @param refused          since the start, by reason; only those that came up
/// @param tables           and what they hold
/// @param alerts           that are raised
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
