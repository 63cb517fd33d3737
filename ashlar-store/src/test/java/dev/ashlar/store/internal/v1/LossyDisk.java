// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// Knows what of a store's files has reached the disk, and makes images of what may be left when its process dies or
/// the machine goes down now.
final class LossyDisk extends StoreDisk {
    private static final int SECTOR = 512;

    private final StoreId boot;
    /// What of each file is durable.
    private final Map<Path, byte[]> durable = new ConcurrentHashMap<>();
    private Consumer<Step> steps = _ -> { };

    LossyDisk(StoreId boot) {
        this.boot = boot;
    }

    /// Told of each step.
    void onStep(Consumer<Step> listener) {
        steps = listener;
    }

    @Override
    StoreId boot() {
        return boot;
    }

    @Override
    void at(Step step) {
        steps.accept(step);
    }

    @Override
    StoreFile open(Path path, boolean writable) throws IOException {
        StoreFile file = super.open(path, writable);
        // What is there when a store is opened has long been on the disk, but for what this disk was told of.
        durable.putIfAbsent(path, Files.readAllBytes(path));
        return file;
    }

    /// Not while an image is made, which is of one moment.
    @Override
    synchronized void write(StoreFile file, ByteBuffer bytes, long position) throws IOException {
        super.write(file, bytes, position);
    }

    @Override
    synchronized void sync(StoreFile file, MemorySegment mapped, long offset, long bytes) throws IOException {
        byte[] now = mapped.asSlice(offset, bytes).toArray(ValueLayout.JAVA_BYTE);
        super.sync(file, mapped, offset, bytes);
        // The kernel writes pages; what of them was not asked for may be older.
        System.arraycopy(now, 0, durable.get(file.path()), (int) offset, now.length);
    }

    @Override
    synchronized void sync(StoreFile file) throws IOException {
        super.sync(file);
        durable.put(file.path(), Files.readAllBytes(file.path()));
    }

    @Override
    void move(Path from, Path to) throws IOException {
        super.move(from, to);
        byte[] content = durable.remove(from);
        durable.put(to, content == null ? Files.readAllBytes(to) : content);
    }

    /// Copies the files as other processes see them.
    synchronized void copy(Path store, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(store)) {
            for (Path file : files.toList()) {
                Path target = to.resolve(store.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.write(target, Files.readAllBytes(file));
                }
            }
        }
    }

    /// Copies the files as they may be after the loss of power.
    synchronized void copyLosing(Path store, Path to, SplittableRandom random) throws IOException {
        copy(store, to);
        int unit = random.nextBoolean() ? SECTOR : 8 * SECTOR;
        double kept = List.of(0.0, 0.1, 0.5, 0.9, 1.0).get(random.nextInt(5));
        for (Map.Entry<Path, byte[]> known : durable.entrySet()) {
            Path target = to.resolve(store.relativize(known.getKey()).toString());
            if (!known.getKey().startsWith(store) || !Files.exists(target)) {
                continue;
            }
            byte[] now = Files.readAllBytes(target);
            byte[] old = Arrays.copyOf(known.getValue(), now.length);
            for (int at = 0; at < now.length; at += unit) {
                if (random.nextDouble() >= kept) {
                    System.arraycopy(old, at, now, at, Math.min(unit, now.length - at));
                }
            }
            Files.write(target, now);
        }
    }

    static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Collections.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
