// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ashlar.store.Durability;
import dev.ashlar.store.JournalWriter;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreException.Reason;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.VerifyOptions;
import dev.ashlar.store.internal.v1.file.StoreDisk;
import dev.ashlar.store.internal.v1.store.ReadStore;
import dev.ashlar.store.internal.v1.store.WriteStore;
import dev.ashlar.testkit.HostCommand;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A full disk that copies on write: btrfs in a file, which takes the rights to mount one.
class CopyOnWriteTest {
    private static final long DISK_BYTES = 256L << 20;
    private static final StoreOptions OPTIONS = StoreOptions.defaults().withChunkBytes(1 << 18)
            .withDurability(Durability.NONE);

    @TempDir
    Path temp;
    private Path mount;

    @BeforeEach
    void mountDisk() throws IOException {
        Path image = temp.resolve("image");
        try (FileChannel channel = FileChannel.open(image, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.allocate(1), DISK_BYTES - 1);
        }
        mount = Files.createDirectory(temp.resolve("mount"));
        boolean mounted = HostCommand.run("mkfs.btrfs", "-q", image.toString())
                && HostCommand.run("mount", "-o", "loop", image.toString(), mount.toString());
        if (!mounted) {
            mount = null;
        }
        assumeTrue(mounted, "no btrfs can be made and mounted here");
    }

    @AfterEach
    void unmountDisk() {
        if (mount != null) {
            HostCommand.run("umount", mount.toString());
        }
    }

    /// Takes all space that there is.
    private void fill() throws IOException {
        for (int bytes = 1 << 20, n = 0; bytes >= 1 << 12; bytes >>= 2, n++) {
            try (FileChannel channel = FileChannel.open(mount.resolve("filler" + n), StandardOpenOption.CREATE,
                    StandardOpenOption.WRITE)) {
                ByteBuffer piece = ByteBuffer.allocate(bytes);
                while (true) {
                    channel.write(piece.clear());
                    channel.force(false);
                }
            } catch (IOException e) {
                // Full, but for less than a piece.
            }
        }
    }

    @Test
    void shouldFailWithTheReasonAndKeepWhatWasCommitted() throws IOException {
        Path folder = mount.resolve("store");
        long[] recorded = {0};
        WriteStore writer = WriteStore.open(folder, OPTIONS, new StoreDisk());
        writer.define(Orders.DEFINITION);
        JournalWriter recorder = writer.journalWriter(Orders.NAME);
        Orders.record(recorder, 0, 1000);
        recorded[0] = 1000;
        writer.sync();
        ReadStore early = ReadStore.open(folder, new StoreDisk());
        fill();
        StoreException full = assertThrows(StoreException.class, () -> {
            while (true) {
                Orders.record(recorder, recorded[0], recorded[0] + 1);
                recorded[0]++;
            }
        });
        assertEquals(Reason.NO_SPACE, full.reason(), full::toString);
        assertTrue(full.getMessage().contains("copy-on-write"), full::getMessage);
        long there = recorded[0];
        try (ReadStore late = ReadStore.open(folder, new StoreDisk())) {
            for (Store reader : List.of(early, late)) {
                Orders.checkAll(reader, there);
                reader.verify(VerifyOptions.all());
                assertTrue(reader.info().allocatedBytes() != 0);
            }
        }
        early.close();
        assertThrows(StoreException.class, writer::close);
        for (int n = 0; Files.deleteIfExists(mount.resolve("filler" + n)); n++) {
            HostCommand.run("sync");
        }
        try (WriteStore again = WriteStore.open(folder, OPTIONS, new StoreDisk())) {
            Orders.checkAll(again, there);
            Orders.record(again.journalWriter(Orders.NAME), there, there + 1000);
            again.sync();
            Orders.checkAll(again, there + 1000);
            assertEquals(List.of(), again.verify(VerifyOptions.all()).findings());
        }
    }
}
