// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.python;

import static dev.ashlar.bench.tables.StoreTables.BYTE;
import static dev.ashlar.bench.tables.StoreTables.DOUBLE;
import static dev.ashlar.bench.tables.StoreTables.INT;
import static dev.ashlar.bench.tables.StoreTables.LONG;

import dev.ashlar.bench.tables.StoreTables;
import dev.ashlar.measure.host.Scratch;
import dev.ashlar.store.Store;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// A store with a table of deals, and a file with only the same rows, in memory if there is such a folder.
///
/// @param folder folder of all files
/// @param rows   number of rows of the table
record DealFiles(Path folder, long rows) implements AutoCloseable {
    static final String TABLE = "Deal";
    private static final long FIRST_NS = 1_772_438_400_000_000_000L;

    static DealFiles create(long rows) throws IOException {
        DealFiles files = new DealFiles(Files.createTempDirectory(Scratch.inMemory(), "ashlar-python"), rows);
        try (StoreTables tables = StoreTables.create(files.store(), PythonSuite.class, "python-benchmark.xml")) {
            tables.define(TABLE, "at");
            int[] offsets = tables.offsets(TABLE);
            tables.fill(TABLE, rows, (memory, at, row) -> put(memory, at, row, offsets));
        }
        files.writeStructs();
        return files;
    }

    private static void put(MemorySegment memory, long at, long row, int[] offsets) {
        long mixed = (row + 1) * 0x9E3779B97F4A7C15L;
        memory.set(LONG, at + offsets[0], FIRST_NS + row * 1_000);
        memory.set(LONG, at + offsets[1], row);
        memory.set(LONG, at + offsets[2], 1_000_000 + (mixed >>> 48));
        memory.set(DOUBLE, at + offsets[3], (mixed >>> 40) / 1e3);
        memory.set(INT, at + offsets[4], (int) (mixed >>> 54));
        memory.set(INT, at + offsets[5], (int) (mixed >>> 44));
        memory.set(BYTE, at + offsets[6], (byte) (1 + (mixed >>> 63)));
        memory.set(BYTE, at + offsets[7], (byte) (mixed >>> 60 & 7));
    }

    /// The bytes of the table's rows, one after the other.
    private void writeStructs() throws IOException {
        try (Store store = Store.open(store()); FileChannel file = FileChannel.open(structs(),
                StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            IOException[] failed = new IOException[1];
            store.table(TABLE).forEachRun(0, rows, (memory, offset, stride, count, _, _) -> {
                try {
                    ByteBuffer bytes = memory.asSlice(offset, stride * count).asByteBuffer();
                    while (bytes.hasRemaining()) {
                        file.write(bytes);
                    }
                } catch (IOException e) {
                    failed[0] = e;
                }
            });
            if (failed[0] != null) {
                throw failed[0];
            }
        }
    }

    Path store() {
        return folder.resolve("store");
    }

    Path structs() {
        return folder.resolve("structs");
    }

    Path parquet() {
        return folder.resolve("deals.parquet");
    }

    @Override
    public void close() throws IOException {
        Scratch.delete(folder);
    }
}
