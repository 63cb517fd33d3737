// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.trades;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import dev.ashlar.codec.Flyweight;
import dev.ashlar.flow.Ring;
import dev.ashlar.lab.trades.TradeResult.Pass;
import dev.ashlar.memory.ChunkPool;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.outside.FromModule;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TradeJvmTest {
    private static final int ROWS = 1_000_000;

    @Test
    void shouldMeasurePackedRows() throws IOException {
        TradeResult result = TradeJvm.packed(TradeKind.SBE, ROWS, 3).measure();
        assertEquals(3, result.passes().size());
        for (Pass pass : result.passes()) {
            assertTrue(pass.buildNs() > 0 && pass.scanNs() > 0 && pass.sweepNs() > 0, pass::toString);
        }
        assertEquals(0, result.passes().getLast().allocatedBytes());
        assertEquals(0, result.stops().pauses());
        assertTrue(result.bytesPerRow() > 42 && result.bytesPerRow() < 45, result::toString);
    }

    /// As the command does, which is made of modules: the measuring JVM gets the same module path.
    @Test
    void shouldMeasureFromAModule() throws Exception {
        String modules = Stream.of(TradeJvm.class, ChunkPool.class, Flyweight.class, Ring.class, Schema.class,
                        StoreWriter.class)
                .map(TradeJvmTest::place).collect(Collectors.joining(File.pathSeparator));
        Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--module-path", modules, "--add-modules", "dev.ashlar.lab", "-cp", place(FromModule.class),
                FromModule.class.getName()).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), said);
        assertEquals("dev.ashlar.lab: 2 passes", said.strip());
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
        assertEquals(4_096, TradeJvm.articleHeapMiB(50_000_000));
        assertEquals(820, TradeJvm.articleHeapMiB(10_000_000));
        assertEquals(64, TradeJvm.articleHeapMiB(1));
    }

    /// The heap has room for one table and not for two, so that the collector has to work.
    @Test
    void shouldMeasureObjectsAndPauses() throws IOException {
        TradeResult result = TradeJvm.objects(ROWS, 3, "-XX:+UseSerialGC", 100).measure();
        assertTrue(result.stops().collections() > 0 && result.stops().pauses() > 0, result::toString);
        assertTrue(result.stops().longestPauseNs() > 0, result::toString);
        assertTrue(result.stops().longestPauseNs() <= result.stops().pausedNs(), result::toString);
        assertTrue(result.passes().getLast().allocatedBytes() > ROWS * 48L, result::toString);
        assertEquals(0, result.passes().getLast().sweepNs());
        assertTrue(result.bytesPerRow() > 48 && result.bytesPerRow() < 80, result::toString);
    }

    @Test
    void shouldSayThatRowsDoNotFit() {
        TradeJvm jvm = TradeJvm.objects(ROWS, 1, "-XX:+UseSerialGC", 20);
        assertTrue(assertThrows(TradeFailure.class, jvm::measure).isOutOfMemory());
    }

    @Test
    void shouldSayWhatAJvmSaidThatDidNotStart() {
        TradeJvm jvm = new TradeJvm(TradeKind.SBE, 1, 1, List.of("-XX:+UseNoSuchGC"));
        TradeFailure failure = assertThrows(TradeFailure.class, jvm::measure);
        assertFalse(failure.isOutOfMemory());
        assertTrue(failure.getMessage().contains("UseNoSuchGC"), failure.getMessage());
    }
}
