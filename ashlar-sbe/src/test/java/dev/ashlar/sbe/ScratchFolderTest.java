// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.sbe.internal.files.FileProblem;
import dev.ashlar.sbe.internal.files.ScratchFolder;
import dev.ashlar.testkit.ProgramRun;
import dev.ashlar.testkit.TestFiles;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScratchFolderTest {
    private static final int TIMEOUT_S = 600;

    @TempDir
    Path temp;

    /// A process that has a scratch folder until it is killed.
    public static final class Holder {
        private Holder() {
        }

        public static void main(String[] target) throws Exception {
            try (ScratchFolder scratch = ScratchFolder.nextTo(Path.of(target[0]))) {
                Files.writeString(scratch.path().resolve("half"), "half");
                System.out.println(scratch.path());
                Thread.sleep(TimeUnit.HOURS.toMillis(1));
            }
        }
    }

    @Test
    void shouldBeRemovedOnlyWhenItsProcessIsDead() throws Exception {
        Path target = temp.resolve("day.store");
        Process holder = new ProcessBuilder(ProgramRun.jdk("java"), "-cp",
                System.getProperty("java.class.path"), Holder.class.getName(), target.toString()).start();
        try {
            Path held = Path.of(holder.inputReader().readLine());
            assertTrue(held.getFileName().toString().matches("day\\.store\\.[0-9a-f]+\\.ashlar-tmp"), held::toString);
            try (ScratchFolder own = ScratchFolder.nextTo(target); ScratchFolder other = ScratchFolder.nextTo(target)) {
                assertTrue(Files.exists(held.resolve("half")) && Files.exists(own.path()) && Files.exists(other.path()));
            }
            assertEquals(List.of(held.getFileName().toString()), TestFiles.names(temp));
            holder.destroyForcibly();
            assertTrue(holder.waitFor(TIMEOUT_S, TimeUnit.SECONDS));
            // That of another target is not looked at.
            ScratchFolder.nextTo(temp.resolve("day")).close();
            assertEquals(1, TestFiles.names(temp).size());
            ScratchFolder.nextTo(target).close();
            assertEquals(List.of(), TestFiles.names(temp));
        } finally {
            holder.destroyForcibly();
        }
    }

    @Test
    void shouldTakeThePlaceOfAnEmptyFolderAlone() throws IOException {
        Path target = Files.createDirectory(temp.resolve("made"));
        try (ScratchFolder scratch = ScratchFolder.nextTo(target)) {
            Path made = Files.createDirectory(scratch.path().resolve("it"));
            Files.writeString(made.resolve("content"), "content");
            ScratchFolder.moveTo(target, made, false);
        }
        assertEquals(List.of("made"), TestFiles.names(temp));
        assertEquals("content", Files.readString(target.resolve("content")));
        try (ScratchFolder scratch = ScratchFolder.nextTo(target)) {
            Path made = Files.createDirectory(scratch.path().resolve("it"));
            assertThrows(FileAlreadyExistsException.class, () -> ScratchFolder.moveTo(target, made, false));
        }
        assertEquals(List.of("made"), TestFiles.names(temp));
        assertFalse(ScratchFolder.isEmptyFolder(target));
    }

    @Test
    void shouldGiveAReasonWhereTheExceptionHasThePathAlone() {
        assertEquals("f: permission denied", FileProblem.describe(new AccessDeniedException("f")));
        assertEquals("f: no such file or folder", FileProblem.describe(new NoSuchFileException("f")));
        assertEquals("f: not a directory", FileProblem.describe(new FileSystemException("f", null, "Not a directory")));
        assertEquals("permission denied", FileProblem.reason(new FileNotFoundException("/a (b)/f (Permission denied)")));
        assertEquals("no space left on device", FileProblem.reason(new IOException("No space left on device")));
        assertEquals("x: no space left on device", FileProblem.describe(new IOException("No space left on device"),
                Path.of("x")));
        assertEquals("IOException", FileProblem.reason(new IOException()));
        assertEquals("permission denied", FileProblem.reason(new AccessDeniedException("a/../f"), Path.of("f")));
        assertEquals("permission denied: g", FileProblem.reason(new AccessDeniedException("g"), Path.of("f")));
    }
}
