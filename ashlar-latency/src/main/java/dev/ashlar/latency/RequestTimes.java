// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.latency;

import java.util.List;

/// The times of requests: in the queue, in service, and both together.
///
/// **Threading**: as [Latencies].
public final class RequestTimes {
    private final Latencies queue;
    private final Latencies service;
    private final Latencies response;

    /// @param tag of the requests; the times are called by it and `-queue`, `-service`, `-response`
    public RequestTimes(String tag) {
        queue = new Latencies(tag + "-queue");
        service = new Latencies(tag + "-service");
        response = new Latencies(tag + "-response");
    }

    /// Records a request that was served. All three by the clock of `System.nanoTime`.
    ///
    /// @param intendedNs when it was meant to start, be it that it started later
    /// @param begunNs    when it left the queue
    /// @param endedNs    when it was answered
    public void record(long intendedNs, long begunNs, long endedNs) {
        queue.record(begunNs - intendedNs);
        service.record(endedNs - begunNs);
        response.record(endedNs - intendedNs);
    }

    public Latencies queue() {
        return queue;
    }

    public Latencies service() {
        return service;
    }

    public Latencies response() {
        return response;
    }

    /// For a log.
    public List<Latencies> all() {
        return List.of(queue, service, response);
    }
}
