// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal.monitoring;

import dev.ashlar.server.MetricsText;
import dev.ashlar.server.internal.metrics.Latency;

/// Builds a page in Prometheus' text format 0.0.4: names with their base unit, counters that end in `_total`.
///
/// **Threading**: one thread at a time.
public final class PrometheusText implements MetricsText {
    private final StringBuilder text = new StringBuilder();

    @Override
    public void counter(String name, String help) {
        head(name, help, "counter");
    }

    @Override
    public void counter(String name, String help, long value) {
        counter(name, help);
        text.append(name).append(' ').append(value).append('\n');
    }

    @Override
    public void gauge(String name, String help) {
        head(name, help, "gauge");
    }

    @Override
    public void gauge(String name, String help, double value) {
        gauge(name, help);
        text.append(name).append(' ').append(number(value)).append('\n');
    }

    @Override
    public void sample(String name, String label, String value, double sample) {
        text.append(name).append('{').append(label).append("=\"")
                .append(value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n")).append("\"} ")
                .append(number(sample)).append('\n');
    }

    public void histogram(String name, String help, Latency times) {
        head(name, help, "histogram");
        for (int i = 0; i < Latency.bounds(); i++) {
            sample(name + "_bucket", "le", Double.toString(Latency.boundSeconds(i)), times.countUpTo(i));
        }
        // One reading for both, so that they agree.
        long all = times.countUpTo(Latency.bounds());
        sample(name + "_bucket", "le", "+Inf", all);
        text.append(name).append("_sum ").append(times.sumSeconds()).append('\n');
        text.append(name).append("_count ").append(all).append('\n');
    }

    private void head(String name, String help, String type) {
        text.append("# HELP ").append(name).append(' ').append(help).append('\n');
        text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
    }

    private static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15 ? Long.toString((long) value)
                : Double.toString(value);
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
