// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.formats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ashlar.store.Durability;
import dev.ashlar.store.RowClaim;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.TableDefinition;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The Python package reads what Java writes: pytest over the kit, and a reader next to a writer at full speed.
class PythonTest {
    private static final Path PYTHON = KitFiles.KIT.getParent().getParent().resolve("python");
    private static final int PATIENCE_SECONDS = 1_800;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    @TempDir
    Path temp;

    /// What a program said, with its exit code.
    private record Output(int exitCode, String text) { }

    private Process start(boolean pure, Path output, String... command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        String path = builder.environment().get("PYTHONPATH");
        builder.environment().put("PYTHONPATH", PYTHON.resolve("src") + (path == null ? "" : ":" + path));
        builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
        builder.environment().put("ASHLAR_KIT", KitFiles.KIT.toString());
        if (pure) {
            builder.environment().put("ASHLAR_PURE", "1");
        }
        Process process = builder.start();
        process.getOutputStream().close();
        return process;
    }

    private Output run(boolean pure, String... command) throws Exception {
        Path output = Files.createTempFile(temp, "out", ".txt");
        Process process = start(pure, output, command);
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IllegalStateException("does not end: " + List.of(command));
        }
        return new Output(process.exitValue(), Files.readString(output));
    }

    @BeforeEach
    void requirePython() throws Exception {
        boolean found;
        try {
            found = run(false, "python3", "-c",
                    "import sys, numpy, pytest; sys.exit(sys.version_info < (3, 10))").exitCode == 0;
        } catch (IOException e) {
            found = false;
        }
        assumeTrue(found, "skipped: no python3 (3.10 or later) with numpy and pytest; pip install numpy pytest pyarrow");
    }

    @Test
    void shouldPassPytestWithoutTheExtension() throws Exception {
        Output output = run(true, "python3", "-m", "pytest", "-q", "-p", "no:cacheprovider",
                PYTHON.resolve("tests").toString());
        assertEquals(0, output.exitCode, output.text);
        assertTrue(output.text.contains(" passed"), output.text);
    }

    @Test
    void shouldFollowAWriterForSeconds() throws Exception {
        follow(Duration.ofSeconds(5));
    }

    @Test
    @Tag("long")
    void shouldFollowAWriterForMinutes() throws Exception {
        follow(Duration.ofMinutes(2));
    }

    /// A writer commits and retires rows as fast as it can, while the reader checks each row that it sees: its values
    /// follow from its number. Views that the reader keeps must not change.
    private void follow(Duration duration) throws Exception {
        Path folder = temp.resolve("live");
        List<String> said = new ArrayList<>();
        StoreOptions options = new StoreOptions(1 << 16, 1 << 20, 1 << 26, Durability.NONE, Duration.ofHours(1));
        try (StoreWriter store = StoreWriter.open(folder, options)) {
            store.define(new TableDefinition("Ticks", KitStores.quotes(1),
                    TableDefinition.of(KitStores.quotes(1), "Tick").message(), "time"));
            long row = append(store, 0, 1_000);
            Path output = temp.resolve("reader.txt");
            Process reader = start(false, output, "python3", PYTHON.resolve("tests/follow.py").toString(),
                    folder.toString(), Long.toString(duration.toSeconds()));
            long full = 0;
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
            while (reader.isAlive() && System.nanoTime() < deadline) {
                try {
                    row = append(store, row, 1_000);
                } catch (StoreException e) {
                    // The reader holds rows back, so the store is full until it goes on.
                    if (e.reason() != StoreException.Reason.NO_SPACE) {
                        throw e;
                    }
                    row = store.appender("Ticks").endRow();
                    full++;
                }
                store.retire("Ticks", Math.max(0, row - 200_000));
            }
            said.add("rows=" + row + ", full=" + full + ": " + Files.readString(output));
            assertTrue(reader.waitFor(1, TimeUnit.MINUTES), "reader does not end");
            assertEquals(0, reader.exitValue(), () -> "rows of the reader differ: " + said);
        }
    }

    private static long append(StoreWriter store, long from, int count) throws Exception {
        long row = from;
        while (row < from + count) {
            RowClaim claim = store.appender("Ticks").claim((int) (from + count - row));
            for (int i = 0; i < claim.rows(); i++) {
                long at = claim.offset(i);
                claim.memory().set(LONG, at, row);
                claim.memory().set(LONG, at + 8, 3 * row);
                claim.memory().set(INT, at + 16, (int) row);
                claim.memory().set(INT, at + 20, (int) ~row);
                row++;
            }
            claim.commit();
        }
        return row;
    }
}
