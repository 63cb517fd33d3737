// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.bench.codec.CodecBenchmark.MemoryKind;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The JIT inlines every accessor of a message that is written or read in one method: of all messages of the suite in
/// arrays, of those with fewer than about 22 values in native memory.
///
/// Once a compilation has 18,000 nodes, further calls stay calls, of 2 ns each. These are below that: a change that
/// makes accessors larger shows here first.
class JitBudgetTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource(value = MemoryKind.class, names = {"NATIVE", "ARRAY"})
    void shouldRefuseNoAccessor(MemoryKind kind) throws Exception {
        Path file = folder.resolve("jit.xml");
        Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m", "-XX:+UseSerialGC", "-XX:+UnlockDiagnosticVMOptions", "-XX:+LogCompilation",
                "-XX:LogFile=" + file, "-Xbatch", "-cp", System.getProperty("java.class.path"),
                JitRun.class.getName(), kind.name()).redirectErrorStream(true)
                .redirectOutput(folder.resolve("out.txt").toFile()).start();
        try {
            assertTrue(process.waitFor(30, TimeUnit.MINUTES), "still running");
        } finally {
            process.destroyForcibly();
        }
        assertEquals(0, process.exitValue());
        JitLog log = JitLog.read(file);
        for (String message : kind == MemoryKind.ARRAY ? List.of("Car", "MarketData", "Book", "Order")
                : List.of("Car", "MarketData")) {
            for (String direction : List.of("encode", "decode")) {
                JitLog.Compilation found = log.of("dev.ashlar.bench.codec.Ashlar" + message + " " + direction);
                System.out.println(kind + " " + message + " " + direction + ": " + found.nodes() + " nodes");
                List<String> refused = found.refused().stream()
                        .filter(method -> method.startsWith("dev.ashlar.bench.codec.ashlar.")).toList();
                assertEquals(List.of(), refused, () -> message + " " + direction + ", " + found.nodes() + " nodes");
            }
        }
    }
}
