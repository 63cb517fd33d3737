// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.archive.internal.v1;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.store.internal.v1.CalmDisk;
import dev.ashlar.store.internal.v1.CrashPoints;
import dev.ashlar.store.internal.v1.MemoryFolder;
import dev.ashlar.store.internal.v1.PowerDisk;
import dev.ashlar.store.internal.v1.PowerDisk.Choice;
import dev.ashlar.testkit.Seed;
import dev.ashlar.testkit.TestFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The power goes before each use of the disk and after each step of the archive's writer: each day is there completely
/// or not at all, and the archive continues. With `-Plong` at every use; else at the first of each kind, one in four of
/// the archive's own and one in some of the stores'.
@Tag("slow")
class ArchivePowerLossTest {
    @TempDir(factory = MemoryFolder.class)
    Path folder;
    private final SplittableRandom random = Seed.random("ArchivePowerLossTest");
    private int points;
    private int images;

    @Test
    void shouldHaveWholeDaysAlone() throws IOException {
        run(4, 80);
    }

    @Test
    @Tag("long")
    void shouldHaveWholeDaysAloneAtEveryUseOfTheDisk() throws IOException {
        run(1, 1);
    }

    private void run(int ownOneIn, int oneIn) throws IOException {
        CrashPoints own = new CrashPoints(ownOneIn, random);
        CrashPoints stores = new CrashPoints(oneIn, random);
        Path root = Files.createDirectory(folder.resolve("root"));
        ArchiveScript[] script = new ArchiveScript[1];
        PowerDisk[] disk = new PowerDisk[1];
        disk[0] = new PowerDisk(root, use -> {
            boolean isOwn = use.contains("archive.head") || use.startsWith("move 2026") || use.contains(".tmp")
                    || use.equals("sync folder archive");
            if ((isOwn ? own : stores).isTried(use)) {
                tryOne(disk[0], script[0], "before " + use);
            }
        });
        script[0] = new ArchiveScript(root.resolve("archive"), disk[0], step -> {
            disk[0].look();
            try {
                for (int i = 0; i < (oneIn == 1 ? 2 : own.isTried("step " + step) ? 1 : 0); i++) {
                    tryOne(disk[0], script[0], "after " + step);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        script[0].run();
        System.out.println("ArchivePowerLossTest: points=" + points + ", images=" + images);
        assertTrue(images > 50, "too few images");
    }

    private void tryOne(PowerDisk disk, ArchiveScript script, String where) throws IOException {
        points++;
        Choice choice = Choice.values()[random.nextInt(Choice.values().length)];
        Path image = folder.resolve("image");
        disk.materialise(image, choice, random);
        images++;
        ArchiveScript.check(image.resolve("archive"), script.allowed(), new CalmDisk(), "point=" + points + ", " + where
                + ", choice=" + choice);
        TestFiles.delete(image);
    }
}
