// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.measure.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScratchTest {
    @TempDir
    private Path folder;

    /// Says where it would write, and stays.
    static final class Writer {
        /// @param args none
        public static void main(String[] args) throws IOException {
            Files.createTempFile("left", "");
            Files.createTempFile(Scratch.inMemory(), "left", "");
            System.out.println(System.getProperty("java.io.tmpdir") + " " + Scratch.inMemory());
            System.in.read();
        }
    }

    @Test
    void shouldRemoveWhatAJvmLeft() throws IOException {
        Scratch scratch = Scratch.in(folder);
        try (scratch; ChildJvm jvm = ChildJvm.start(List.of(), scratch.flags(), Writer.class, List.of())) {
            List<String> said = new ArrayList<>();
            jvm.read(line -> {
                said.add(line);
                jvm.end();
            }, Duration.ofMinutes(10));
            assertEquals(List.of(scratch.disk() + " " + scratch.memory()), said);
            for (Path place : List.of(scratch.disk(), scratch.memory())) {
                try (var files = Files.list(place)) {
                    assertTrue(files.findAny().isPresent(), place::toString);
                }
            }
        }
        assertFalse(Files.exists(scratch.disk()));
        assertFalse(Files.exists(scratch.memory()));
        assertTrue(Files.exists(folder));
    }

    /// Before it is gone it could write again what is removed.
    @Test
    void shouldWaitForTheEndOfAJvm() throws IOException {
        List<ProcessHandle> before = ProcessHandle.current().children().toList();
        List<ProcessHandle> started;
        try (ChildJvm _ = ChildJvm.start(List.of(), List.of("-Xmx64m"), Writer.class, List.of())) {
            started = ProcessHandle.current().children().filter(child -> !before.contains(child)).toList();
            assertEquals(1, started.size());
        }
        assertFalse(started.getFirst().isAlive());
    }

    @Test
    void shouldTellWhichFileSystemItIs() throws IOException {
        Machine machine = Machine.here();
        assertEquals(Files.getFileStore(machine.folder()).type(), machine.fileSystem());
        assertTrue(Environment.details(machine).get("disk").contains("(" + machine.fileSystem()), machine::toString);
        Machine other = new Machine(1, 1, 1, 1, folder, "tmpfs", List.of());
        assertTrue(Environment.details(other).get("disk").endsWith("(tmpfs: memory, not a disk)"), other::toString);
        assertTrue(other.isFolderInMemory());
    }
}
