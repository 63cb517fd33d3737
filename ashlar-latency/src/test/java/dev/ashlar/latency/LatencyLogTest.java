// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.latency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LatencyLogTest {
    private static final int HEADER_LINES = 4;
    private static final Duration NEVER = Duration.ofDays(1);
    @TempDir
    private Path folder;

    /// All of a log by tag, as HdrHistogram's own reader sees it.
    private static Map<String, Histogram> read(Path path) throws IOException {
        Map<String, Histogram> all = new TreeMap<>();
        HistogramLogReader reader = new HistogramLogReader(path.toFile());
        for (EncodableHistogram next = reader.nextIntervalHistogram(); next != null;
                next = reader.nextIntervalHistogram()) {
            Histogram interval = (Histogram) next;
            Histogram sum = all.computeIfAbsent(interval.getTag(), _ -> new Histogram(3));
            sum.add(interval);
            assertTrue(interval.getEndTimeStamp() >= interval.getStartTimeStamp());
            assertTrue(Math.abs(System.currentTimeMillis() - interval.getStartTimeStamp()) < 3_600_000);
        }
        return all;
    }

    @Test
    void shouldBeReadByHdrHistogram() throws IOException {
        Path path = folder.resolve("times.hlog");
        RequestTimes times = new RequestTimes("order");
        Latencies unused = new Latencies("unused");
        times.record(0, 1, 2);
        try (LatencyLog log = LatencyLog.open(path, List.of(times.queue(), times.service(), times.response(), unused),
                NEVER)) {
            for (int i = 1; i <= 1000; i++) {
                times.record(5_000_000, 5_000_000 + i * 1_000, 5_000_000 + i * 1_500);
                if (i % 300 == 0) {
                    log.write();
                }
            }
        }
        Map<String, Histogram> all = read(path);
        assertEquals(List.of("order-queue", "order-response", "order-service"), List.copyOf(all.keySet()));
        for (Histogram one : all.values()) {
            assertEquals(1000, one.getTotalCount(), "what was recorded before the log is not in it");
        }
        assertEquals(500_000, all.get("order-queue").getValueAtPercentile(50), 500);
        assertEquals(250_000, all.get("order-service").getValueAtPercentile(50), 250);
        assertEquals(1_500_000, all.get("order-response").getMaxValue(), 1500);
        List<String> lines = Files.readAllLines(path);
        assertTrue(lines.get(1).contains("[Histogram log format version 1.3]"), lines.get(1));
        assertEquals("Tag=order-queue", lines.get(4).split(",")[0]);
        assertTrue(lines.get(4).contains(",0.300,"), () -> "in milliseconds: " + lines.get(4));
        assertEquals(HEADER_LINES + 4 * 3, lines.size());
    }

    @Test
    void shouldWriteByItself() throws Exception {
        Path path = folder.resolve("times.hlog");
        Latencies times = new Latencies("own");
        LatencyLog log = LatencyLog.open(path, List.of(times), Duration.ofMillis(5));
        times.record(7);
        // A line that is being written has no end yet.
        while (Files.readAllLines(path).size() <= HEADER_LINES || !Files.readString(path).endsWith("\n")) {
            Thread.sleep(1);
        }
        times.record(8);
        log.close();
        log.close();
        log.write();
        assertEquals(2, read(path).get("own").getTotalCount());
    }

    @Test
    void shouldTellWhatCannotBeWritten() throws IOException {
        assertThrows(IOException.class,
                () -> LatencyLog.open(folder.resolve("none/times.hlog"), List.of(), NEVER));
        Path full = Path.of("/dev/full");
        if (Files.exists(full)) {
            Latencies times = new Latencies("own");
            LatencyLog log = LatencyLog.open(full, List.of(times), NEVER);
            times.record(7);
            assertTrue(assertThrows(IOException.class, log::close).getMessage().contains("path=/dev/full"));
        }
        assertThrows(IllegalArgumentException.class,
                () -> LatencyLog.open(folder.resolve("times.hlog"), List.of(), Duration.ZERO));
    }
}
