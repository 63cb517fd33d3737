// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server;

import dev.ashlar.server.internal.monitoring.PrometheusText;

/// A page in Prometheus' text format, as it is written: names with their base unit, counters that end in `_total`.
///
/// **Threading**: one thread at a time.
public sealed interface MetricsText permits PrometheusText {
    /// Begins a counter whose samples follow.
    void counter(String name, String help);

    /// A counter with one value.
    void counter(String name, String help, long value);

    /// Begins a gauge whose samples follow.
    void gauge(String name, String help);

    /// A gauge with one value.
    void gauge(String name, String help, double value);

    /// A sample of the metric that was begun.
    ///
    /// @param value of the label; any text
    void sample(String name, String label, String value, double sample);
}
