// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ashlar.memory.PoolFileException.Reason;
import dev.ashlar.memory.internal.v1.PoolSteps;
import dev.ashlar.testkit.HostCommand;
import dev.ashlar.testkit.SmallDisk;
import dev.ashlar.testkit.TestFiles;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files that are not what they should be, and disks that fail: a typed refusal, and nothing changed by it.
class SharedPoolFaultTest {
    private static final int CHUNK = Pools.CHUNK;
    private static final PoolOptions OPTIONS = PoolOptions.bounded(10L * CHUNK, CHUNK).withExtentBytes(4 * CHUNK);

    @TempDir
    Path folder;

    @Test
    void shouldRefuseAForeignFile() throws IOException {
        Path file = folder.resolve("pool.directory");
        Files.write(file, "#!/bin/sh\n".repeat(100).getBytes());
        refuse(OPTIONS, Reason.FOREIGN, "not a pool: magic=", "expected=4c4f4f504c485341", file.toString());
        assertEquals(List.of("pool.directory"), names());
    }

    @Test
    void shouldRefuseEveryTruncation() throws IOException {
        SharedPool.open(folder, OPTIONS).close();
        Path file = folder.resolve("pool.directory");
        byte[] whole = Files.readAllBytes(file);
        for (int length = 0; length < whole.length; length += length < 200 ? 1 : 4099) {
            Files.write(file, java.util.Arrays.copyOf(whole, length));
            refuse(OPTIONS, Reason.TRUNCATED, "length=" + length, file.toString());
        }
        Files.write(file, whole);
        SharedPool.open(folder, OPTIONS).close();
    }

    @Test
    void shouldRefuseEveryFlippedByteOfTheHeader() throws IOException {
        SharedPool.open(folder, OPTIONS).close();
        Path file = folder.resolve("pool.directory");
        byte[] whole = Files.readAllBytes(file);
        for (int at = 0; at < 67; at++) {
            byte[] flipped = whole.clone();
            flipped[at] ^= 0x40;
            Files.write(file, flipped);
            Reason reason = at < 8 ? Reason.FOREIGN : at < 12 ? Reason.VERSION : Reason.CORRUPT;
            refuse(OPTIONS, reason, file.toString());
            refuse(null, reason, file.toString());
        }
    }

    @Test
    void shouldSayWhichVersionItIs() throws IOException {
        SharedPool.open(folder, OPTIONS).close();
        Path file = folder.resolve("pool.directory");
        byte[] bytes = Files.readAllBytes(file);
        bytes[8] = 2;
        Files.write(file, bytes);
        refuse(OPTIONS, Reason.VERSION, "version=2, known=1", file.toString());
    }

    @Test
    void shouldRefuseOtherSizes() throws IOException {
        SharedPool.open(folder, OPTIONS).close();
        refuse(PoolOptions.bounded(20L * CHUNK, 2 * CHUNK).withExtentBytes(4 * CHUNK), Reason.SIZES,
                "chunkBytes=8192", "chunkBytes=4096", folder.toString());
        refuse(OPTIONS.withExtentBytes(5 * CHUNK), Reason.SIZES, "extentChunks=5", "extentChunks=4");
        refuse(PoolOptions.bounded(11L * CHUNK, CHUNK).withExtentBytes(4 * CHUNK), Reason.SIZES, "maxChunks=11");
        assertThrows(IllegalArgumentException.class,
                () -> SharedPool.open(folder, PoolOptions.bounded(1L << 40, CHUNK)));
    }

    @Test
    void shouldRefuseAMissingOrShortExtent() throws IOException {
        try (SharedPool pool = SharedPool.open(folder, OPTIONS)) {
            pool.acquire(10 * CHUNK);
        }
        Path extent = folder.resolve("extent-0001");
        byte[] bytes = Files.readAllBytes(extent);
        Files.delete(extent);
        refuse(OPTIONS, Reason.MISSING, "extents=3", extent.toString());
        Files.write(extent, new byte[4 * CHUNK - 1]);
        refuse(OPTIONS, Reason.TRUNCATED, "length=16383, expected=16384", extent.toString());
        Files.write(extent, bytes);
        try (SharedPool pool = SharedPool.open(folder, OPTIONS)) {
            pool.acquire(10 * CHUNK).close();
        }
    }

    @Test
    void shouldRefuseAFolderWithoutAPool() {
        refuse(null, Reason.MISSING, folder.resolve("pool.directory").toString());
        assertThrows(java.nio.file.NotDirectoryException.class,
                () -> SharedPool.open(folder.resolve("nowhere"), OPTIONS));
    }

    @Test
    void shouldRefuseWhatIsNoFileAtAll() throws IOException {
        Files.createDirectory(folder.resolve("pool.directory"));
        refuse(OPTIONS, Reason.ACCESS, folder.resolve("pool.directory").toString());
    }

    @Test
    void shouldRefuseMoreProcessesThanThereAreSlots() throws IOException {
        SharedPool.open(folder, OPTIONS).close();
        try (FileChannel all = FileChannel.open(folder.resolve("pool.locks"), StandardOpenOption.WRITE)) {
            assertTrue(all.lock(0, 64, false).isValid());
            refuse(OPTIONS, Reason.NO_SLOT, "maxProcesses=64", folder.toString());
        }
        SharedPool.open(folder, OPTIONS).close();
    }

    @Test
    void shouldRefuseAFileThatMayNotBeWritten() throws IOException {
        SharedPool.open(folder, OPTIONS).close();
        Path file = folder.resolve("pool.directory");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r--r--"));
        assumeTrue(!Files.isWritable(file), "this user may write everywhere");
        refuse(OPTIONS, Reason.ACCESS, file.toString());
    }

    @Test
    void shouldRefuseAReadOnlyDisk() throws Exception {
        try (SmallDisk disk = SmallDisk.mount(folder, 100)) {
            SharedPool.open(disk.folder(), OPTIONS).close();
            assumeTrue(HostCommand.run("mount", "-o", "remount,ro", folder.toString()));
            refuse(OPTIONS, Reason.ACCESS, "Read-only file system", folder.resolve("pool.directory").toString());
        }
    }

    @Test
    void shouldSayThatTheDiskIsFullAndGoOn() throws Exception {
        try (SmallDisk disk = SmallDisk.mount(folder, 100)) {
            SharedPool pool = SharedPool.open(disk.folder(), OPTIONS);
            SegmentedMemory four = pool.acquire(4 * CHUNK);
            four.fill(0, four.byteSize(), (byte) 4);
            disk.leave(2);
            NoSpaceException full = assertThrows(NoSpaceException.class, () -> pool.acquire(CHUNK));
            assertTrue(full.getMessage().contains("extentBytes=16384"), full::getMessage);
            assertTrue(full.getMessage().contains("No space left on device"), full::getMessage);
            assertTrue(full.getMessage().contains("extent-0001"), full::getMessage);
            assertEquals(List.of("extent-0000", "pool.directory", "pool.locks"), names());
            assertEquals(4, pool.statistics().totalChunks());
            assertEquals(4, four.getByte(four.byteSize() - 1));
            disk.leave(40);
            pool.acquire(6 * CHUNK).close();
            assertEquals(6, pool.statistics().freeChunks());
            pool.close();
        }
    }

    @Test
    void shouldLeaveNothingWhereTheDirectoryHasNoSpace() throws Exception {
        try (SmallDisk disk = SmallDisk.mount(folder, 100)) {
            disk.leave(3);
            refuse(OPTIONS, Reason.NO_SPACE, "No space left on device", folder.resolve("pool.directory").toString());
            assertEquals(List.of(), names());
        }
    }

    @Test
    void shouldBeWholeAfterEveryFailingUseOfTheDisk() throws IOException {
        boolean passed = false;
        for (int failAt = 1; !passed; failAt++) {
            Path sub = Files.createDirectory(folder.resolve("at" + failAt));
            FailingDisk disk = new FailingDisk(failAt);
            int failures = 0;
            SharedPool pool = null;
            while (pool == null) {
                try {
                    pool = SharedPool.open(sub, OPTIONS, disk, PoolSteps.NONE);
                } catch (IOException e) {
                    assertEquals(1, ++failures);
                }
            }
            SegmentedMemory memory = null;
            while (memory == null) {
                try {
                    memory = pool.acquire(9 * CHUNK);
                } catch (NoSpaceException e) {
                    assertEquals(1, ++failures);
                    assertEquals(pool.statistics().totalChunks(), pool.statistics().freeChunks());
                }
            }
            memory.fill(0, memory.byteSize(), (byte) 9);
            pool.close();
            try (SharedPool again = SharedPool.open(sub)) {
                assertEquals(10, again.statistics().freeChunks());
                assertEquals(3, again.statistics().extents());
            }
            assertEquals(5, TestFiles.names(sub).size(), "failAt=" + failAt);
            passed = !disk.hasFailed();
            assertTrue(failAt < 100);
        }
    }

    @Test
    void shouldRefuseContainersThatContradictThemselves() throws IOException {
        try (SharedPool pool = SharedPool.open(folder, OPTIONS)) {
            SegmentedMemory memory = pool.acquire(2 * CHUNK);
            assertTrue(pool.publish("p", memory));
        }
        Path file = folder.resolve("pool.directory");
        byte[] whole = Files.readAllBytes(file);
        int record = 128 + 64 * 32;
        int entries = record + 256 * 352;
        for (int[] flip : new int[][] {{record + 15, 0x80}, {record + 14, 1}, {record + 16, 1}, {record + 19, 0x80},
            {entries + 8, 1}, {entries + 11, 0x80}, {entries, 1}}) {
            byte[] flipped = whole.clone();
            flipped[flip[0]] ^= (byte) flip[1];
            Files.write(file, flipped, StandardOpenOption.WRITE);
            try (SharedPool pool = SharedPool.open(folder)) {
                PoolFileException corrupt = assertThrows(PoolFileException.class, () -> pool.openReadOnly("p"));
                assertEquals(Reason.CORRUPT, corrupt.reason());
                assertTrue(corrupt.getMessage().contains("container=p"), corrupt::getMessage);
                assertEquals(0, pool.statistics().containers().getFirst().leases());
            }
        }
    }

    private void refuse(PoolOptions options, Reason reason, String... texts) {
        PoolFileException refused = assertThrows(PoolFileException.class,
                () -> (options == null ? SharedPool.open(folder) : SharedPool.open(folder, options)).close());
        assertEquals(reason, refused.reason(), refused::getMessage);
        for (String text : texts) {
            assertTrue(refused.getMessage().contains(text), refused::getMessage);
        }
    }

    private List<String> names() throws IOException {
        return TestFiles.names(folder).stream().filter(name -> !name.equals(".filler")).toList();
    }
}
