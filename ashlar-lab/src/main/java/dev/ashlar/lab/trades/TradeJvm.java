// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.trades;

import dev.ashlar.lab.trades.TradeResult.Pass;
import dev.ashlar.lab.trades.TradeResult.Stops;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A JVM of its own for one measurement, because heap and collector are chosen when a JVM starts.
///
/// **Threading**: any thread; blocks until the JVM has ended, at most [#MAX_MINUTES].
///
/// @param kind   how the rows are kept
/// @param rows   of the table
/// @param passes how often it is built and scanned
/// @param flags  of the JVM
public record TradeJvm(TradeKind kind, long rows, int passes, List<String> flags) {
    /// After this a JVM is ended, and has failed.
    public static final int MAX_MINUTES = 15;
    private static final long PACKED_BYTES = TradeFlyweight.LAYOUT.byteSize();
    private static final int ROOM_MIB = 64;
    private static final long ARTICLE_ROWS = 50_000_000;
    private static final long ARTICLE_HEAP_MIB = 4_096;

    public TradeJvm {
        if (rows < 1 || passes < 1) {
            throw new IllegalArgumentException("rows and passes must be at least 1: rows=" + rows + ", passes=" + passes);
        }
        flags = List.copyOf(flags);
    }

    /// Objects on a heap of this size.
    ///
    /// @param collector flag of the JVM, such as `-XX:+UseG1GC`
    public static TradeJvm objects(long rows, int passes, String collector, long heapMiB) {
        return new TradeJvm(TradeKind.OBJECTS, rows, passes,
                List.of("-Xms" + heapMiB + "m", "-Xmx" + heapMiB + "m", collector));
    }

    /// The heap of the article, which had 4 GiB for 50,000,000 objects, for another number of them: enough for one
    /// table, not for two; at least 64 MiB.
    public static long articleHeapMiB(long rows) {
        return Math.max(ROOM_MIB, Math.ceilDiv(ARTICLE_HEAP_MIB * rows, ARTICLE_ROWS));
    }

    /// Packed rows off a heap of 64 MiB.
    public static TradeJvm packed(TradeKind kind, long rows, int passes) {
        // Without native access, what is off the heap is bounded as direct memory is.
        long directMiB = 2 * ROOM_MIB + (rows * PACKED_BYTES + rows * PACKED_BYTES / 1000 >> 20);
        return new TradeJvm(kind, rows, passes,
                List.of("-Xms" + ROOM_MIB + "m", "-Xmx" + ROOM_MIB + "m", "-XX:MaxDirectMemorySize=" + directMiB + "m"));
    }

    /// Starts the JVM and waits for what it measures.
    ///
    /// @throws TradeFailure if it does not end well; its heap may be too small for the rows
    /// @throws IOException  if it cannot be started
    public TradeResult measure() throws IOException {
        Process process = new ProcessBuilder(command()).redirectErrorStream(true).start();
        try {
            process.getOutputStream().close();
            Thread.ofVirtual().start(() -> endIfLate(process));
            return read(process);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while a JVM was measuring", e);
        } finally {
            process.destroyForcibly();
        }
    }

    private List<String> command() {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags);
        Module module = TradeProcess.class.getModule();
        if (module.isNamed()) {
            command.addAll(List.of("--module-path", System.getProperty("jdk.module.path"), "--module",
                    module.getName() + "/" + TradeProcess.class.getName()));
        } else {
            command.addAll(List.of("-cp", System.getProperty("java.class.path"), TradeProcess.class.getName()));
        }
        command.addAll(List.of(kind.name(), Long.toString(rows), Integer.toString(passes)));
        return command;
    }

    private static void endIfLate(Process process) {
        try {
            if (!process.waitFor(MAX_MINUTES, TimeUnit.MINUTES)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
        }
    }

    private TradeResult read(Process process) throws IOException, InterruptedException {
        List<Pass> measured = new ArrayList<>();
        Stops stops = null;
        String[] size = null;
        String said = "";
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] parts = line.split(" ");
                switch (parts[0]) {
                    case TradeProcess.PASS -> measured.add(new Pass(at(parts, 1), at(parts, 2), at(parts, 3),
                            at(parts, 4)));
                    case TradeProcess.STOPS -> stops = new Stops(at(parts, 1), at(parts, 2), at(parts, 3), at(parts, 4),
                            at(parts, 5), at(parts, 6));
                    case TradeProcess.SIZE -> size = parts;
                    default -> said = said.isEmpty() ? line : said;
                }
            }
        }
        int exit = process.waitFor();
        if (exit != 0 || stops == null || size == null || measured.size() != passes) {
            throw new TradeFailure(this, exit == TradeProcess.OUT_OF_MEMORY, exit, said);
        }
        return new TradeResult(at(size, 1), measured, stops, Double.parseDouble(size[2]));
    }

    private static long at(String[] parts, int index) {
        return Long.parseLong(parts[index]);
    }
}
