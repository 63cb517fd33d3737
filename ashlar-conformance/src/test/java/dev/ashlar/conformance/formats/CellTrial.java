// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.formats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.conformance.formats.SharedCell.Kind;
import dev.ashlar.flow.Cell;
import dev.ashlar.testkit.ChildProcess;
import dev.ashlar.testkit.TestFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/// Cells between Java and a program in another language, in both directions, whose sides are killed.
///
/// The arguments of that program are those of `c/tests/cell.c`.
final class CellTrial {
    private static final long FOR_EVER = 1L << 40;
    private static final int VALUES = 2_000;
    private static final int MORE_VALUES = 1_000;
    private static final int PATIENCE_SECONDS = 600;
    private static final long READING_NS = TimeUnit.SECONDS.toNanos(3);
    private final Path temp;
    private final Path file;
    private final RingTrial.Peers peers;

    /// @param temp a folder for the cell, and for what the programs say
    CellTrial(Path temp, RingTrial.Peers peers) {
        this.temp = temp;
        file = temp.resolve("cell");
        this.peers = peers;
    }

    /// A process in Java writes: of two readers one is killed, then the writer. The peer goes on where that stopped.
    void readByPeer(Kind kind) throws Exception {
        try (SharedCell cell = SharedCell.create(kind, file);
                ChildProcess writer = new ChildProcess(List.of(), CellChild.class, file, kind, "write")) {
            assertEquals("begun", writer.hear());
            Process killed = begun("read");
            killed.destroyForcibly();
            assertTrue(killed.waitFor(1, TimeUnit.MINUTES));
            Process reader = begun("read");
            long seen = cell.latest();
            await(() -> cell.latest() > seen + VALUES, reader);
            writer.kill();
            long last = cell.latest();
            // A seqlock cell whose writer died in it has no value until the next one.
            boolean whole = cell.read() == last;
            assertTrue(whole || kind == Kind.SEQLOCK, () -> "version=" + last + ", result=" + cell.read());
            cell.stopReaders();
            String text = end(reader, "read");
            assertTrue(text.contains(whole ? ", last=" + last + "\n" : "last="), () -> "version=" + last + ": " + text);
            end(start("write", MORE_VALUES), "write");
            assertEquals(last + MORE_VALUES, cell.read());
        }
    }

    /// The peer writes: a reader in Java is killed, then the writer. Java goes on, and the peer after it.
    void writeByPeer(Kind kind) throws Exception {
        try (SharedCell cell = SharedCell.create(kind, file)) {
            Process writer = start("write", FOR_EVER);
            try (ChildProcess reader = new ChildProcess(List.of(), CellChild.class, file, kind, "read")) {
                assertEquals("begun", reader.hear(), () -> said("write"));
                reader.kill();
            }
            long last = 0;
            long deadline = System.nanoTime() + READING_NS;
            // A seqlock cell has few whole values next to a writer that never waits.
            for (int values = 0; values == 0 || values < VALUES && System.nanoTime() < deadline; ) {
                assertTrue(writer.isAlive(), () -> said("write"));
                long version = cell.read();
                assertTrue(version >= last || version == Cell.CONTENDED, "version=" + version + ", before=" + last);
                if (version > last) {
                    last = version;
                    values++;
                }
            }
            writer.destroyForcibly();
            assertTrue(writer.waitFor(1, TimeUnit.MINUTES));
            long left = cell.latest();
            assertTrue(left >= last && (kind == Kind.SEQLOCK || cell.read() == left), "last=" + last + ", left=" + left);
            assertEquals(left + 1, cell.write());
            assertEquals(left + 1, cell.read());
            end(start("write", MORE_VALUES), "write");
            assertEquals(left + 1 + MORE_VALUES, cell.read());
            if (kind == Kind.VERSIONED) {
                // The peer writes checksums, too, which a loss of power needs.
                assertEquals(left + 1 + MORE_VALUES, cell.recover());
            }
        }
    }

    private Process start(String role, long count) throws Exception {
        Files.deleteIfExists(temp.resolve(role));
        return peers.start(temp.resolve(role), role, file, count);
    }

    private Process begun(String role) throws Exception {
        Process process = start(role, FOR_EVER);
        await(() -> said(role).contains("begun"), process);
        return process;
    }

    private void await(BooleanSupplier condition, Process process) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!condition.getAsBoolean()) {
            assertTrue(process.isAlive() && System.nanoTime() < deadline, () -> said("read"));
            Thread.sleep(1);
        }
    }

    private String end(Process process, String role) throws Exception {
        assertTrue(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS), () -> "does not end: " + said(role));
        assertEquals(0, process.exitValue(), () -> said(role));
        return said(role);
    }

    private String said(String role) {
        return TestFiles.text(temp.resolve(role));
    }
}
