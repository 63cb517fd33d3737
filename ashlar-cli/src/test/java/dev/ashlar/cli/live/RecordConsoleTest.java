// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.live;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ashlar.ingest.IngestReport;
import dev.ashlar.ingest.live.LineReport;
import dev.ashlar.ingest.live.LiveReport;
import dev.ashlar.store.SyncLag;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/// Alone, since it sets a property of the JVM.
@Isolated
class RecordConsoleTest {
    private static final String TERMINAL = "ashlar.terminal";
    private static final String CLEAR = "\r\u001b[K";

    private final StringWriter written = new StringWriter();

    @AfterEach
    void clear() {
        System.clearProperty(TERMINAL);
    }

    private RecordConsole console(boolean terminal) {
        System.setProperty(TERMINAL, Boolean.toString(terminal));
        return new RecordConsole(new PrintWriter(written), "recording");
    }

    private String take() {
        String text = written.toString();
        written.getBuffer().setLength(0);
        return text.replace(System.lineSeparator(), "\n");
    }

    /// After some seconds at 100 messages a second.
    private static LiveReport report(int seconds) {
        LineReport line = new LineReport("239.1.1.1:1", 50L * seconds, 0, 7, 0, 0, 0, 0, 0);
        LiveReport.Lag lag = new LiveReport.Lag(100, 250_000, 0, 1_500_000, 0);
        return new LiveReport(List.of(line), 100L * seconds, 0, 0, 0, new IngestReport("feed", 0, 0, 0, 0, 0, -1, 0, List.of(),
                List.of()), -1, LiveReport.Lag.NONE, lag, new SyncLag(0, 0, 0, 0), 1_000_000_000L * seconds);
    }

    @Test
    void shouldShowRatesOnATerminal() {
        RecordConsole console = console(true);
        console.progress(report(2));
        assertEquals(CLEAR + "recording: 200 messages, 100/s, lag 0.25 ms (99.9 %: 1.50 ms), 0 gaps, 7 dropped", take());
        console.progress(report(4));
        assertEquals(CLEAR + "recording: 400 messages, 100/s, lag 0.25 ms (99.9 %: 1.50 ms), 0 gaps, 7 dropped", take());
        console.drops("239.1.1.1:1", 7);
        assertEquals(CLEAR + "ashlar: the system dropped 7 datagrams: the receive buffer was full, or a checksum was wrong "
                + "(239.1.1.1:1)\n", take());
        console.end();
        assertEquals("", take());
    }

    @Test
    void shouldPrintEventsAlone() {
        RecordConsole console = console(false);
        console.progress(report(1));
        assertEquals("", take());
        console.connection("10.0.0.1:9", "connected");
        console.failed("239.1.1.1:1", new IOException("no route"));
        assertEquals("ashlar: connected (10.0.0.1:9)\nashlar: line failed: no route; the other line continues, restart to "
                + "receive both (239.1.1.1:1)\n", take());
    }

    @Test
    void shouldBoundTheLinesOfALossyFeed() {
        RecordConsole console = console(false);
        for (int i = 0; i < 25; i++) {
            console.gap(1_500_000_000L, 10 * i, 10 * i + 1, 2);
        }
        List<String> lines = take().lines().toList();
        assertEquals(10, lines.size());
        assertEquals("ashlar: gap: 2 missing, sequence 90 to 91, given up at 1970-01-01T00:00:01.500Z", lines.getLast());
        console.progress(report(1));
        assertEquals("ashlar: gaps: 15 more, 30 missing\n", take());
        console.gap(1_500_000_000L, -1, -1, 1);
        console.end();
        assertEquals("ashlar: gap: 1 missing, sequence 18446744073709551615 to 18446744073709551615, given up at "
                + "1970-01-01T00:00:01.500Z\n", take());
    }
}
