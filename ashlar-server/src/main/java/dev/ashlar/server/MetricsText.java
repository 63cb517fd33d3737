// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server;

import dev.ashlar.server.internal.monitoring.PrometheusText;

/// Writes a page in Prometheus' text format: names carry their base unit, and names of counters end in `_total`.
///
/// **Threading**: one thread at a time.
public sealed interface MetricsText permits PrometheusText {
    /// Begins a counter; its samples follow.
    void counter(String name, String help);

    /// A counter with one value.
    void counter(String name, String help, long value);

    /// Begins a gauge; its samples follow.
    void gauge(String name, String help);

    /// A gauge with one value.
    void gauge(String name, String help, double value);

    /// Adds a sample to the counter or gauge begun last.
    ///
    /// @param value value of the label; any text
    void sample(String name, String label, String value, double sample);
}
