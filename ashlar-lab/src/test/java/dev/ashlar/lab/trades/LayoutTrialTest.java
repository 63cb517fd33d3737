// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.trades;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import dev.ashlar.codec.Flyweight;
import dev.ashlar.flow.OneToOneRing;
import dev.ashlar.lab.LabProcess;
import dev.ashlar.measure.MeasurementPlan;
import dev.ashlar.measure.Trial;
import dev.ashlar.measure.TrialRunner;
import dev.ashlar.measure.TrialRunner.Measured;
import dev.ashlar.measure.Workload;
import dev.ashlar.measure.figures.Measure;
import dev.ashlar.memory.ChunkPool;
import dev.ashlar.object.ObjectRegistry;
import dev.ashlar.outside.FromModule;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.testkit.ProgramRun;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LayoutTrialTest {
    private static final int ROWS = 1_000_000;

    private static Measured run(Trial trial) throws IOException {
        return new TrialRunner(LabProcess.class, _ -> { })
                .run("layout", new MeasurementPlan(List.of(trial), List.of()), 1, List.of());
    }

    private static double median(Measured measured, String subject, Measure measure) {
        return measured.figures().median(subject, measure).orElseThrow(() -> new AssertionError(measured.toString()));
    }

    @Test
    void shouldMeasurePackedRows() throws IOException {
        Measured measured = run(LayoutExperiment.packed("ours", TradeKind.SBE, ROWS, 3));
        assertEquals(2, measured.figures().figure("ours", LayoutExperiment.PASS).orElseThrow().values().size());
        assertTrue(median(measured, "ours", LayoutExperiment.BUILD) > 0 && median(measured, "ours", LayoutExperiment.SCAN) > 0
                && median(measured, LayoutExperiment.sweep("ours"), LayoutExperiment.SCAN) > 0);
        assertEquals(0, median(measured, "ours", LayoutExperiment.ALLOCATED));
        assertEquals(0, median(measured, "ours", LayoutExperiment.PAUSES));
        double bytes = median(measured, "ours", LayoutExperiment.BYTES);
        assertTrue(bytes > 42 && bytes < 45, () -> "bytes=" + bytes);
    }

    /// As the command does, which is made of modules: the measuring JVM gets the same module path.
    @Test
    void shouldMeasureFromAModule() throws Exception {
        String modules = Stream.of(LayoutExperiment.class, Workload.class, ChunkPool.class, Flyweight.class,
                        ObjectRegistry.class, OneToOneRing.class, Schema.class, StoreWriter.class, JsonInclude.class,
                        JsonFactory.class, JsonMapper.class, Jdk8Module.class)
                .map(LayoutTrialTest::place).collect(Collectors.joining(File.pathSeparator));
        String said = ProgramRun.check(List.of(ProgramRun.jdk("java"), "--module-path", modules, "--add-modules",
                "dev.ashlar.lab", "-cp", place(FromModule.class), FromModule.class.getName()));
        assertEquals("dev.ashlar.lab: true, []", said.strip());
    }

    private static String place(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void shouldGiveOtherNumbersOfRowsTheSamePressure() {
        assertEquals(4_096, LayoutExperiment.articleHeapMiB(50_000_000));
        assertEquals(820, LayoutExperiment.articleHeapMiB(10_000_000));
        assertEquals(64, LayoutExperiment.articleHeapMiB(1));
    }

    /// The heap has room for one table and not for two, so that the collector has to work.
    @Test
    void shouldMeasureObjectsAndPauses() throws IOException {
        Measured measured = run(LayoutExperiment.objects("objects", ROWS, 3, "Serial", 100));
        assertTrue(median(measured, "objects", LayoutExperiment.PAUSES) > 0);
        double longest = median(measured, "objects", LayoutExperiment.LONGEST);
        assertTrue(longest > 0 && longest <= median(measured, "objects", LayoutExperiment.PAUSED));
        assertTrue(median(measured, "objects", LayoutExperiment.ALLOCATED) > ROWS * 48L);
        assertTrue(measured.figures().figure(LayoutExperiment.sweep("objects"), LayoutExperiment.SCAN).isEmpty());
        double bytes = median(measured, "objects", LayoutExperiment.BYTES);
        assertTrue(bytes > 48 && bytes < 80, () -> "bytes=" + bytes);
    }

    @Test
    void shouldSayThatRowsDoNotFit() throws IOException {
        Measured measured = run(LayoutExperiment.objects("objects", ROWS, 1, "Serial", 20));
        assertTrue(measured.notes().contains("objects" + LayoutExperiment.OUT_OF_MEMORY), measured.notes()::toString);
        assertTrue(measured.figures().all().isEmpty());
    }

    @Test
    void shouldRefuseATableWithoutRows() {
        assertThrows(IllegalArgumentException.class, () -> LayoutExperiment.packed("ours", TradeKind.SBE, 0, 1));
    }
}
