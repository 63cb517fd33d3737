// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.overload;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;

/// What one load did to a gateway. Times in milliseconds, rates per second.
///
/// @param multiple   of the capacity that was asked for
/// @param offered    requests
/// @param accepted   answered with 202
/// @param inTime     of these, within the bound from their intended begin
/// @param p50Ms      of the accepted
/// @param p99Ms      of the accepted
/// @param p999Ms     of the accepted
/// @param refused    answered with 503
/// @param refusedP50Ms from their actual begin
/// @param refusedP99Ms likewise
/// @param failed     neither
/// @param recoveryMs from the end of the load until a request is accepted within the bound
/// @param heapMiB    in use by the gateway after a collection, when the load ended
/// @param connections that the clients had open by then
record LoadResult(double multiple, double offered, double accepted, double inTime, double p50Ms, double p99Ms,
        double p999Ms, double refused, double refusedP50Ms, double refusedP99Ms, double failed, double recoveryMs,
        double heapMiB, double connections) {
    private List<Double> values() {
        return List.of(multiple, offered, accepted, inTime, p50Ms, p99Ms, p999Ms, refused, refusedP50Ms, refusedP99Ms,
                failed, recoveryMs, heapMiB, connections);
    }

    /// As text that [#parse] reads.
    @Override
    public String toString() {
        StringJoiner text = new StringJoiner(",");
        values().forEach(value -> text.add(String.format(Locale.ROOT, "%.4f", value)));
        return text.toString();
    }

    static LoadResult parse(String text) {
        double[] v = Arrays.stream(text.split(",")).mapToDouble(Double::parseDouble).toArray();
        return new LoadResult(v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8], v[9], v[10], v[11], v[12], v[13]);
    }

    String json() {
        String[] names = {"multiple", "offeredPerSecond", "acceptedPerSecond", "inTimePerSecond", "p50Ms", "p99Ms",
            "p999Ms", "refusedPerSecond", "refusedP50Ms", "refusedP99Ms", "failedPerSecond", "recoveryMs", "heapMiB",
            "connections"};
        StringJoiner json = new StringJoiner(", ", "{", "}");
        for (int i = 0; i < names.length; i++) {
            json.add("\"" + names[i] + "\": " + String.format(Locale.ROOT, "%.4f", values().get(i)));
        }
        return json.toString();
    }
}
