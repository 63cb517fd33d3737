// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Somebody cuts or deletes files of a store while a command works on it. The commands wait in the middle of their
/// work, for somebody to take their output or to give them input.
class CutFilesIT extends SampleFeedFiles {
    CutFilesIT() {
        super(40_000);
    }

    private Path extent() {
        return folder.resolve("extents/0000.ext");
    }

    private void cut() throws IOException {
        try (FileChannel channel = FileChannel.open(extent(), StandardOpenOption.WRITE)) {
            channel.truncate(channel.size() / 50);
        }
    }

    private String end(Process process, Path err) throws Exception {
        assertTrue(process.waitFor(Command.TIMEOUT_S, TimeUnit.SECONDS));
        String said = Files.readString(err);
        assertEquals(4, process.exitValue(), said);
        assertTrue(said.lines().allMatch(line -> line.startsWith("ashlar: ")), said);
        return said;
    }

    @Tag("slow")
    @Test
    void shouldEndADumpWithAnError() throws Exception {
        load(folder, "--chunk-size", 256, capture).done();
        byte[] whole = Files.readAllBytes(extent());
        for (String container : new String[] {"messages", "BookUpdate_levels"}) {
            Files.write(extent(), whole);
            Path err = temp.resolve(container + ".err");
            Process dump = Command.pipe(err, "dump", folder, container);
            try (BufferedReader lines = dump.inputReader(StandardCharsets.UTF_8)) {
                assertTrue(lines.readLine().startsWith("{"));
                cut();
                while (lines.readLine() != null) {
                    // Goes on until it notices.
                }
            }
            assertTrue(end(dump, err).contains("0000.ext"));
        }
    }

    /// Feeds a load with a part of the input, and waits until there is something of it in the store.
    private Process load(Path err, byte[] part) throws Exception {
        Process load = Command.pipe(err, "load", "-s", schema, "-f", "cme-mdp3", "--chunk-size", 256, "-d", folder, "-");
        OutputStream input = load.getOutputStream();
        input.write(part);
        input.flush();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Command.TIMEOUT_S);
        while (messages() == 0 && System.nanoTime() < end) {
            TimeUnit.MILLISECONDS.sleep(20);
        }
        return load;
    }

    private long messages() {
        try (Store store = Store.open(folder)) {
            return store.journals().isEmpty() ? 0 : store.journals().getFirst().messageCount();
        } catch (StoreException e) {
            return 0;
        }
    }

    private String loadBeside(ThrowingRunnable damage) throws Exception {
        byte[] feed = Files.readAllBytes(capture);
        Path err = temp.resolve("load.err");
        Process load = load(err, Arrays.copyOf(feed, feed.length / 2));
        damage.run();
        try (OutputStream input = load.getOutputStream()) {
            input.write(feed, feed.length / 2, feed.length - feed.length / 2);
        } catch (IOException e) {
            // It may have ended by then.
        }
        try (BufferedReader lines = load.inputReader(StandardCharsets.UTF_8)) {
            assertFalse(lines.lines().anyMatch(line -> line.startsWith("loaded")));
        }
        return end(load, err);
    }

    /// What damages the store.
    private interface ThrowingRunnable {
        void run() throws IOException;
    }

    @Test
    void shouldEndALoadWithAnErrorWhenAnExtentIsCut() throws Exception {
        String said = loadBeside(this::cut);
        assertTrue(said.contains("0000.ext") && said.contains("cut while it was open"), said);
        assertFalse(said.contains("the store is sound"), said);
    }

    @Test
    void shouldEndALoadWithAnErrorWhenAnExtentIsDeleted() throws Exception {
        String said = loadBeside(() -> Files.delete(extent()));
        assertTrue(said.contains("0000.ext") && said.contains("deleted while it was open"), said);
        assertFalse(said.contains("the store is sound"), said);
    }
}
