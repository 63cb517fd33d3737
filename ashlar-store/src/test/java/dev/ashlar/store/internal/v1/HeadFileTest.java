// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.ashlar.store.internal.v1.file.Checkpoint;
import dev.ashlar.store.internal.v1.file.Geometry;
import dev.ashlar.store.internal.v1.file.HeadFile;
import dev.ashlar.store.internal.v1.file.Marks;
import dev.ashlar.store.internal.v1.file.StoreDisk;
import dev.ashlar.store.internal.v1.file.StoreFile;
import dev.ashlar.store.internal.v1.file.StoreId;
import dev.ashlar.store.internal.v1.file.StoreLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HeadFileTest {
    @TempDir
    Path folder;
    private final StoreDisk disk = new CalmDisk();
    private final TornDisk torn = new TornDisk();
    private HeadFile writer;

    /// Lets the writer continue when a place is read for the first time.
    private static final class PausedReader extends CalmDisk {
        private final long place;
        private Step meanwhile;

        interface Step {
            void run() throws IOException;
        }

        PausedReader(StoreId boot, int place, Step meanwhile) {
            super(boot);
            this.place = place;
            this.meanwhile = meanwhile;
        }

        @Override
        public void read(StoreFile file, ByteBuffer bytes, long position) throws IOException {
            if (meanwhile != null && position == place * StoreLayout.CHECKPOINT_BYTES) {
                Step step = meanwhile;
                meanwhile = null;
                step.run();
            }
            super.read(file, bytes, position);
        }
    }

    /// Writes half of a checkpoint.
    private static final class TornDisk extends CalmDisk {
        boolean tears;

        @Override
        public void write(StoreFile file, ByteBuffer bytes, long position) throws IOException {
            bytes.limit(tears ? bytes.limit() / 2 : bytes.limit());
            super.write(file, bytes, position);
        }
    }

    private Checkpoint checkpoint(long generation) {
        Marks marks = new Marks();
        marks.add(1, generation, generation, 0);
        marks.add(2, generation, generation, 0);
        return new Checkpoint(generation, false, new StoreId(1, 2), disk.boot(), 0, 0, new Geometry(4096, 8), 0, 0,
                marks);
    }

    private HeadFile reader(int place, PausedReader.Step meanwhile) throws IOException {
        return HeadFile.open(folder, new PausedReader(disk.boot(), place, meanwhile), false);
    }

    @BeforeEach
    void shouldBegin() throws IOException {
        HeadFile.create(folder, disk, checkpoint(1));
        writer = HeadFile.open(folder, torn, true);
        assertEquals(1, writer.read(disk.boot()).generation());
        writer.write(checkpoint(2), true);
    }

    @Test
    void shouldReadNothingOlderThanWhatWasThereBefore() throws IOException {
        writer.write(checkpoint(3), true);
        writer.write(checkpoint(4), true);
        // It has read 3 in the first place when 5 comes there, and half of 6 over 4.
        try (HeadFile reader = reader(1, () -> {
            writer.write(checkpoint(5), true);
            torn.tears = true;
            writer.write(checkpoint(6), true);
        })) {
            assertEquals(5, reader.read(disk.boot()).generation());
        }
    }

    @Test
    void shouldReadTheOtherPlaceWhereOneStaysTorn() throws IOException {
        torn.tears = true;
        writer.write(checkpoint(3), true);
        for (int place = 0; place < 2; place++) {
            try (HeadFile reader = reader(place, () -> { })) {
                assertEquals(2, reader.read(disk.boot()).generation());
                assertFalse(reader.durable().clean());
            }
        }
    }
}
