// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import dev.ashlar.store.internal.v1.PowerDisk.Choice;
import dev.ashlar.testkit.Seed;
import dev.ashlar.testkit.TestFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.io.TempDir;

/// The power goes at many points of a test: images of what a disk may hold then are made, tried and deleted.
abstract class PowerLossImages {
    @TempDir(factory = MemoryFolder.class)
    Path folder;
    SplittableRandom random;
    int images;
    int points;
    /// Points during recoveries.
    int again;
    private long seed;

    interface Trial {
        void of(Path store, String what) throws IOException;
    }

    /// @param test named with its seed
    final void begin(String test) {
        seed = Seed.of(test);
        random = new SplittableRandom(seed);
    }

    final void tryImage(PowerDisk disk, Choice choice, String where, Trial trial) throws IOException {
        Path image = folder.resolve("image" + images++);
        disk.materialise(image, choice, random);
        String what = where + ", choice=" + choice + ", image=" + image.getFileName();
        try {
            trial.of(image.resolve("store"), what);
        } catch (IOException | RuntimeException | AssertionError e) {
            throw new AssertionError(what + ", seed=" + seed + ": " + e, e);
        }
        TestFiles.delete(image);
    }

    /// The disk of an image, whose power goes during the recovery, too.
    static PowerDisk failing(Path store, Point point) throws IOException {
        PowerDisk[] disk = new PowerDisk[1];
        disk[0] = new PowerDisk(store.getParent(), use -> point.before(disk[0], use));
        return disk[0];
    }

    interface Point {
        void before(PowerDisk disk, String use) throws IOException;
    }
}
