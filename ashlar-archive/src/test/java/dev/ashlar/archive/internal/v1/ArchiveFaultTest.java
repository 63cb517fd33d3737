// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.archive.internal.v1;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.store.internal.v1.CalmDisk;
import dev.ashlar.store.internal.v1.CrashPoints;
import dev.ashlar.store.internal.v1.FaultDisk;
import dev.ashlar.store.internal.v1.MemoryFolder;
import dev.ashlar.testkit.Seed;
import dev.ashlar.testkit.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A use of the disk fails: the failure is reported, and the next writer finds whole days. With `-Plong` each use; else
/// the first of each kind and one in some of the others.
class ArchiveFaultTest {
    private static final Pattern OWN = Pattern.compile("move archive\\.head|sync archive\\.head\\.tmp|sync folder archive"
            + "|move 2026-01-\\d\\d(\\.tmp)?");

    @TempDir(factory = MemoryFolder.class)
    Path folder;

    @Tag("slow")
    @Test
    void shouldSurviveOneFailureAnywhere() throws IOException {
        run(100, 0);
    }

    @Test
    @Tag("long")
    void shouldSurviveAnyOneFailure() throws IOException {
        run(1, 0);
    }

    @Test
    @Tag("long")
    void shouldSurviveFailuresFromAnywhereOn() throws IOException {
        run(1, Integer.MAX_VALUE);
    }

    /// @param oneIn  of the uses whose kind has failed already
    /// @param longer how many more fail after it
    private void run(int oneIn, int longer) throws IOException {
        FaultDisk sound = new FaultDisk(Integer.MAX_VALUE, Integer.MAX_VALUE);
        new ArchiveScript(folder.resolve("sound"), sound, _ -> { }).run();
        List<String> uses = sound.uses();
        CrashPoints points = new CrashPoints(oneIn, Seed.random("ArchiveFaultTest"));
        int failures = 0;
        int toldOf = 0;
        for (int n = 1; n <= uses.size(); n++) {
            if (!points.isTried(uses.get(n - 1))) {
                continue;
            }
            FaultDisk disk = new FaultDisk(n, longer == 0 ? n : longer);
            Path root = Files.createDirectories(folder.resolve("n" + n));
            ArchiveScript script = new ArchiveScript(root.resolve("archive"), disk, _ -> { });
            String reported = "";
            try {
                script.run();
            } catch (IOException | RuntimeException e) {
                reported = e.toString();
            }
            script.abandon();
            boolean failed = !disk.failed().isEmpty();
            failures += failed ? 1 : 0;
            boolean told = !reported.isEmpty() || script.isToldOfFailure();
            String where = "n=" + n + ", failed=" + disk.failed() + ", reported=" + reported;
            // Stores do without some uses of the disk, or try again; what is not told must have changed nothing, which
            // is checked below. A failed change of the head or of a day's name is always reported.
            assertTrue(told || !OWN.matcher(disk.failed()).matches(), where);
            assertTrue(failed || !told, where);
            toldOf += told ? 1 : 0;
            ArchiveScript.check(root.resolve("archive"), script.allowed(), new CalmDisk(disk.boot()), where);
            TestFiles.delete(root);
        }
        System.out.println("ArchiveFaultTest: uses=" + uses.size() + ", failures=" + failures + ", told=" + toldOf);
        assertTrue(failures > 50, "too few failures");
        assertTrue(toldOf > failures / 2, "too few are reported");
    }
}
