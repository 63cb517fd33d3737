// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.archive.internal.v1;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.archive.Archive;
import dev.ashlar.store.internal.v1.CalmDisk;
import dev.ashlar.store.internal.v1.MemoryFolder;
import dev.ashlar.store.internal.v1.file.StoreDisk;
import dev.ashlar.testkit.ChildProcess;
import dev.ashlar.testkit.Seed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A process that writes an archive is killed after one of its steps: the next one finds whole days. With `-Plong`
/// after each step; else after the first of each kind, and some others.
class ArchiveIT {
    @TempDir(factory = MemoryFolder.class)
    Path folder;

    /// Runs the script up to the n-th step, and waits there to be killed.
    static final class Program {
        private static int left;

        /// Until it is killed, or the one that would kill it is gone.
        private static void waitForever() {
            try {
                while (System.in.read() >= 0) {
                    continue;
                }
            } catch (IOException _) {
                // The same.
            }
            Runtime.getRuntime().halt(1);
        }

        public static void main(String[] args) throws IOException {
            Path path = Path.of(args[0]);
            left = Integer.parseInt(args[1]);
            ArchiveScript[] script = new ArchiveScript[1];
            script[0] = new ArchiveScript(path, new CalmDisk(new StoreDisk().boot()), step -> {
                if (left-- == 0) {
                    System.out.println(step);
                    System.out.flush();
                    waitForever();
                }
            });
            script[0].run();
            System.out.println("end");
        }
    }

    @Tag("slow")
    @Test
    void shouldFindWholeDaysAfterEveryKindOfDeath() throws Exception {
        run(50);
    }

    @Test
    @Tag("long")
    void shouldFindWholeDaysAfterEveryDeath() throws Exception {
        run(1);
    }

    /// What a writer at work has begun is no damage; what a dead one has left is reported.
    @Test
    void shouldTellAWriterAtWorkFromOneThatDied() throws Exception {
        Path path = folder.resolve("work");
        try (ChildProcess child = new ChildProcess(List.of("-XX:TieredStopAtLevel=1", "-ea"), Program.class, path, 2);
                Archive archive = heard(child, path)) {
            assertTrue(Files.exists(path.resolve("2026-01-05.tmp")));
            assertEquals(List.of(), archive.check(Optional.empty()));
            child.kill();
            assertEquals(List.of("incomplete: its writer died"), archive.check(Optional.empty()).stream()
                    .map(Archive.Finding::found).toList());
        }
    }

    private static Archive heard(ChildProcess child, Path path) throws Exception {
        assertEquals(ArchiveStep.DAY_MADE.name(), child.hear());
        return Archive.open(path);
    }

    /// @param oneIn of the steps whose kind was tried already: a JVM takes its time
    private void run(int oneIn) throws Exception {
        List<List<ArchiveScript.State>> allowed = new ArrayList<>();
        List<ArchiveStep> steps = new ArrayList<>();
        ArchiveScript[] script = new ArchiveScript[1];
        script[0] = new ArchiveScript(folder.resolve("whole"), new CalmDisk(), step -> {
            allowed.add(script[0].allowed());
            steps.add(step);
        });
        script[0].run();
        Set<ArchiveStep> seen = EnumSet.noneOf(ArchiveStep.class);
        int deaths = 0;
        int shift = Seed.random("ArchiveIT").nextInt(oneIn);
        for (int n = 0; n < steps.size(); n++) {
            if (!seen.add(steps.get(n)) && n % oneIn != shift) {
                continue;
            }
            Path path = folder.resolve("n" + n);
            try (ChildProcess child = new ChildProcess(List.of("-XX:TieredStopAtLevel=1", "-ea"), Program.class, path, n)) {
                assertEquals(steps.get(n).name(), child.hear());
                child.kill();
            }
            deaths++;
            ArchiveScript.check(path, allowed.get(n), new CalmDisk(new StoreDisk().boot()), "n=" + n + ", step="
                    + steps.get(n));
        }
        System.out.println("ArchiveIT: steps=" + steps.size() + ", deaths=" + deaths + ", kinds=" + seen);
        assertEquals(EnumSet.allOf(ArchiveStep.class), seen);
        assertTrue(Files.exists(folder.resolve("whole")));
    }
}
