// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import dev.ashlar.store.internal.v1.file.StoreFile;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A disk that fails at its n-th use, once or from then on; a write that fails has written a part.
public final class FaultDisk extends CalmDisk {
    private final int from;
    private final int to;
    private final List<String> uses = new ArrayList<>();
    private String failed = "";

    /// @param from the use that fails
    /// @param to   the last that does
    public FaultDisk(int from, int to) {
        this.from = from;
        this.to = to;
    }

    /// What it was used for so far, in order.
    public synchronized List<String> uses() {
        return List.copyOf(uses);
    }

    /// What failed; empty if nothing did.
    public synchronized String failed() {
        return failed;
    }

    private synchronized boolean fails(String use) {
        uses.add(use);
        if (uses.size() < from || uses.size() > to) {
            return false;
        }
        failed = failed.isEmpty() ? use : failed;
        return true;
    }

    private void use(String use) throws IOException {
        if (fails(use)) {
            throw new IOException("test: " + use);
        }
    }

    @Override
    public StoreFile open(Path path, boolean writable) throws IOException {
        use("open " + path.getFileName());
        return super.open(path, writable);
    }

    @Override
    public StoreFile create(Path path) throws IOException {
        use("create " + path.getFileName());
        return super.create(path);
    }

    @Override
    public void length(StoreFile file, long bytes) throws IOException {
        use("length " + file.path().getFileName());
        super.length(file, bytes);
    }

    @Override
    public void write(StoreFile file, ByteBuffer bytes, long position) throws IOException {
        String use = "write " + file.path().getFileName();
        if (fails(use)) {
            bytes.limit(bytes.position() + bytes.remaining() / 2);
            super.write(file, bytes, position);
            throw new IOException("test: " + use);
        }
        super.write(file, bytes, position);
    }

    @Override
    public MemorySegment map(StoreFile file, MapMode mode, long bytes, Arena arena) throws IOException {
        use("map " + file.path().getFileName());
        return super.map(file, mode, bytes, arena);
    }

    @Override
    public synchronized void reserve(StoreFile file, long position, long bytes) throws IOException {
        use("reserve " + file.path().getFileName());
        super.reserve(file, position, bytes);
    }

    @Override
    public void sync(StoreFile file, MemorySegment range, long offset) throws IOException {
        use("sync of memory " + file.path().getFileName());
    }

    @Override
    public void sync(StoreFile file) throws IOException {
        use("sync " + file.path().getFileName());
    }

    @Override
    public void move(Path from, Path to) throws IOException {
        use("move " + to.getFileName());
        super.move(from, to);
    }

    @Override
    public void delete(Path path) throws IOException {
        use("delete " + path.getFileName());
        super.delete(path);
    }

    @Override
    public void makeFolder(Path folder) throws IOException {
        use("folder " + folder.getFileName());
        super.makeFolder(folder);
    }

    @Override
    public void syncFolder(Path folder) throws IOException {
        use("sync folder " + folder.getFileName());
    }
}
