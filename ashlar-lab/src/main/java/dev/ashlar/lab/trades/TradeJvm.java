// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.trades;

import dev.ashlar.lab.host.ChildJvm;
import dev.ashlar.lab.trades.TradeResult.Pass;
import dev.ashlar.lab.trades.TradeResult.Stops;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

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
        List<Pass> measured = new ArrayList<>();
        List<String[]> others = new ArrayList<>();
        StringBuilder said = new StringBuilder();
        int exit;
        try (ChildJvm jvm = ChildJvm.start(List.of(), flags, TradeProcess.class,
                List.of(kind.name(), Long.toString(rows), Integer.toString(passes)))) {
            exit = jvm.read(line -> hear(line, measured, others, said), Duration.ofMinutes(MAX_MINUTES));
        }
        if (exit != 0 || others.size() != 2 || measured.size() != passes) {
            throw new TradeFailure(this, exit == TradeProcess.OUT_OF_MEMORY, exit, said.toString());
        }
        String[] stops = others.getFirst();
        String[] size = others.getLast();
        return new TradeResult(at(size, 1), measured, new Stops(at(stops, 1), at(stops, 2), at(stops, 3), at(stops, 4),
                at(stops, 5), at(stops, 6)), Double.parseDouble(size[2]));
    }

    private static void hear(String line, List<Pass> measured, List<String[]> others, StringBuilder said) {
        String[] parts = line.split(" ");
        switch (parts[0]) {
            case TradeProcess.PASS -> measured.add(new Pass(at(parts, 1), at(parts, 2), at(parts, 3), at(parts, 4)));
            case TradeProcess.STOPS, TradeProcess.SIZE -> others.add(parts);
            default -> said.append(said.isEmpty() ? line : "");
        }
    }

    private static long at(String[] parts, int index) {
        return Long.parseLong(parts[index]);
    }
}
