// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.live;

import dev.ashlar.ingest.live.LineReport;
import dev.ashlar.ingest.live.LiveRecorder;
import dev.ashlar.ingest.live.LiveReport;
import dev.ashlar.server.MetricsPort;
import dev.ashlar.server.MetricsText;
import java.net.BindException;
import java.util.function.ToDoubleFunction;
import java.util.logging.Level;
import java.util.logging.Logger;

/// The metrics of a recorder, at most a second old. Separate from the command, which must run without the server
/// module.
final class MetricsPage implements AutoCloseable {
    /// A strong reference: otherwise the logger and its level are collected.
    private static final Logger LIBRARY = Logger.getLogger("io.helidon");
    private static final double NS_PER_S = 1e9;

    private final MetricsPort port;

    private MetricsPage(MetricsPort port) {
        this.port = port;
    }

    static MetricsPage open(int port, LiveRecorder recorder) throws BindException {
        LIBRARY.setLevel(Level.OFF);
        return new MetricsPage(MetricsPort.open(port, text -> write(recorder.report(), text)));
    }

    int port() {
        return port.port();
    }

    static void write(LiveReport report, MetricsText text) {
        text.counter("ashlar_record_messages_total", "Messages recorded.", report.messages());
        text.counter("ashlar_record_message_bytes_total", "Bytes of these messages.", report.messageBytes());
        text.counter("ashlar_record_too_long_total", "Messages longer than a chunk, which were not recorded.",
                report.tooLong());
        text.counter("ashlar_record_commits_total", "Batches committed.", report.commits());
        text.counter("ashlar_record_gaps_total", "Gaps: runs of sequence numbers that arrived on no line in time.", report.gaps());
        text.counter("ashlar_record_missing_total", "Missing sequence numbers in these gaps.", report.missing());
        text.counter("ashlar_record_machine_dropped_total", "Datagrams that all sockets of the machine dropped, where the "
                + "system does not count for each socket.", Math.max(0, report.machineDropped()));
        perLine(report, text, "ashlar_record_packets_total", "Packets received.", LineReport::packets);
        perLine(report, text, "ashlar_record_bytes_total", "Bytes of these packets.", LineReport::bytes);
        perLine(report, text, "ashlar_record_dropped_total", "Datagrams that the system dropped.",
                line -> Math.max(0, line.dropped()));
        perLine(report, text, "ashlar_record_ring_waits_total", "How often a line waited for the writer.",
                LineReport::ringWaits);
        perLine(report, text, "ashlar_record_ring_wait_seconds_total", "For how long a line waited for the writer.",
                line -> line.ringWaitNs() / NS_PER_S);
        text.gauge("ashlar_record_receive_buffer_bytes", "Receive buffer that the system granted.");
        report.lines().forEach(line -> text.sample("ashlar_record_receive_buffer_bytes", "line", line.name(),
                line.grantedBytes()));
        text.gauge("ashlar_record_lag_seconds", "Time from receiving a packet to the commit of its messages, over the last second.");
        text.sample("ashlar_record_lag_seconds", "quantile", "0.5", report.lastLag().p50Ns() / NS_PER_S);
        text.sample("ashlar_record_lag_seconds", "quantile", "0.99", report.lastLag().p99Ns() / NS_PER_S);
        text.sample("ashlar_record_lag_seconds", "quantile", "0.999", report.lastLag().p999Ns() / NS_PER_S);
        text.sample("ashlar_record_lag_seconds", "quantile", "1", report.lastLag().maxNs() / NS_PER_S);
        text.gauge("ashlar_undurable_bytes", "Bytes in the store that a power loss would cost.",
                report.sync().undurableBytes());
        text.gauge("ashlar_undurable_seconds", "Age of the oldest of these bytes.",
                report.sync().undurableNs() / NS_PER_S);
    }

    private static void perLine(LiveReport report, MetricsText text, String name, String help,
            ToDoubleFunction<LineReport> value) {
        text.counter(name, help);
        report.lines().forEach(line -> text.sample(name, "line", line.name(), value.applyAsDouble(line)));
    }

    @Override
    public void close() {
        port.close();
    }
}
