// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.overload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ashlar.bench.Finding;
import dev.ashlar.measure.TrialRun;
import dev.ashlar.measure.figures.Figures;
import dev.ashlar.measure.figures.Measure;
import dev.ashlar.measure.host.Proc;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class OverloadSuiteTest {
    private static final double SECONDS = 0.5;
    private static final double CAPACITY = 40;
    private Figures figures;

    private double median(String subject, Measure measure) {
        return figures.median(subject, measure).orElseThrow(() -> new AssertionError(subject + ", " + measure));
    }

    @Test
    void shouldListCores() {
        assertEquals(List.of(), Cores.parse(""));
        assertEquals(List.of(0, 2, 3, 7), Cores.parse("0,2-3,7"));
    }

    @Test
    void shouldGiveGatewayAndClientsACoreEach() throws Exception {
        String before = allowed();
        try (Cores cores = Cores.take()) {
            assumeTrue(cores.areOwn(), "one core, or no taskset");
            Process other = new ProcessBuilder(Stream.concat(cores.command().stream(), Stream.of("cat",
                    "/proc/self/status")).toList()).start();
            String status = new String(other.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertEquals(1, Cores.parse(allowed()).size());
            assertTrue(status.lines().noneMatch(line -> line.equals("Cpus_allowed_list:\t" + allowed())), status);
            assertTrue(Cores.waitedSeconds(ProcessHandle.current().pid()) >= 0);
        }
        assertEquals(before, allowed());
    }

    /// Threads end all the time while they are moved.
    @Test
    void shouldMoveAProcessWhoseThreadsEnd() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        Thread starter = Thread.ofPlatform().start(() -> {
            while (!over.get()) {
                Thread.ofPlatform().start(() -> {
                });
            }
        });
        try {
            for (int i = 0; i < 20; i++) {
                Cores.take().close();
            }
        } finally {
            over.set(true);
            starter.join();
        }
    }

    private static String allowed() {
        return Proc.line("/proc/self/status", "Cpus_allowed_list:").orElse("");
    }

    @Test
    void shouldAccountForEveryRequest() throws Exception {
        OverloadSuite suite = new OverloadSuite();
        figures = TrialRun.here(suite, OverloadSuite.trial(SECONDS, CAPACITY));
        for (boolean bounded : new boolean[] {true, false}) {
            assertEquals(CAPACITY, median(Gateways.name(bounded), Gateways.CAPACITY));
            for (double multiple : Gateways.MULTIPLES) {
                String subject = Gateways.subject(bounded, multiple);
                assertEquals(0, median(subject, Gateways.FAILED), subject);
                double accepted = median(subject, Gateways.ACCEPTED);
                double refused = median(subject, Gateways.REFUSED);
                // Rates are of the time until the last answer, which on a busy machine is much longer than the load.
                double answered = (accepted + refused) / median(subject, Gateways.OFFERED);
                assertTrue(answered > 0 && answered < 1.1, () -> subject + ": answered=" + answered);
                assertTrue(median(subject, Gateways.IN_TIME) <= accepted
                        && median(subject, Gateways.P50) <= median(subject, Gateways.P99), subject);
                assertTrue(median(subject, Gateways.HEAP) > 1, subject);
                assertTrue(bounded || refused == 0, subject);
            }
        }
        List<Finding> findings = suite.findings(figures);
        assertEquals(4, findings.stream().filter(finding -> finding.target().isPresent()).count());
        assertTrue(findings.getFirst().judged().orElseThrow().median() <= 1, findings::toString);
        for (String svg : suite.plots(figures).values()) {
            assertEquals("svg", DocumentBuilderFactory.newInstance().newDocumentBuilder()
                    .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8))).getDocumentElement()
                    .getTagName());
        }
    }
}
