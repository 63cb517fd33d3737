// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.store;

import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.store.DeclaredIndex;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreInfo;
import dev.ashlar.store.StoreInfo.ContainerInfo;
import dev.ashlar.store.internal.v1.chunk.Chain;
import dev.ashlar.store.internal.v1.chunk.Chain.Link;
import dev.ashlar.store.internal.v1.chunk.ChunkScan;
import dev.ashlar.store.internal.v1.file.CatalogRecord.ContainerRecord;
import dev.ashlar.store.internal.v1.file.Checkpoint;
import dev.ashlar.store.internal.v1.file.Entry.Seal;
import dev.ashlar.store.internal.v1.file.StoreLayout;
import dev.ashlar.store.internal.v1.store.Container.OfChunks;
import dev.ashlar.store.internal.v1.store.Container.OfJournal;
import dev.ashlar.store.internal.v1.store.Container.OfTable;
import dev.ashlar.store.internal.v1.store.Container.OfValues;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.stream.Stream;

/// Describes a store and its contents from its directory; reads only the rows committed since the last checkpoint.
record Inspection(ReadStore store) {
    StoreInfo info() {
        long pin = store.pins.pin();
        try {
            // First: what it does not count is at most what comes after.
            Checkpoint durable = store.readDurable();
            Checkpoint checkpoint = store.readCheckpoint();
            ChunkScan scan = ChunkScan.of(store.extents);
            durable = store.isRecovered() ? durable : new CommitScan(store.extents, scan, durable).continued();
            long retired = 0;
            long used = 0;
            for (List<Link> links : scan.links().values()) {
                used += links.size();
                retired += links.stream().filter(link -> link.entry().retired() != 0).count();
            }
            long[] bytes = bytes();
            boolean alive = store.isWriterAlive();
            long pid = store.live() == null ? 0 : store.live().writerPid();
            return new StoreInfo(StoreLayout.VERSION, checkpoint.id().toString(),
                    Instant.ofEpochMilli(checkpoint.createdMs()), bytes[0], bytes[1],
                    store.extents.geometry().chunkBytes(), store.extents.count(), scan.unused(), used, retired,
                    scan.damaged().size(), checkpoint.generation(), Instant.ofEpochMilli(checkpoint.writtenMs()),
                    undurable(durable), Instant.ofEpochMilli(durable.writtenMs()), checkpoint.clean() && !alive,
                    store.isRecovered(), store.pins.hold(), alive, pid, readers(), containers(),
                    store.indexes().stream().map(DeclaredIndex::declaration).toList());
        } finally {
            store.pins.unpin(pin);
        }
    }

    /// What follows from journals can be made again.
    private long undurable(Checkpoint durable) {
        long bytes = 0;
        for (Container container : store.containers()) {
            Link last = container.chain().last();
            if (last != null && container.record().source() == 0 && !store.isRecovered()) {
                long end = durable.end(container.record().id());
                bytes += Math.max(0, container.chain().end() - end) * last.identity().stride();
            }
        }
        return bytes;
    }

    private List<ContainerInfo> containers() {
        List<ContainerInfo> infos = new ArrayList<>();
        store.containers().forEach(container -> infos.add(container(container)));
        for (Container damaged : store.damagedContainers()) {
            ContainerRecord record = damaged.record();
            infos.add(new ContainerInfo(kind(record), record.name(), 0, 0, 0, 0, 0, 0, 0, 0, -1, List.of(),
                    store.damaged.get(record.name()).getMessage()));
        }
        return infos;
    }

    private static String kind(ContainerRecord record) {
        return record.kind().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static ContainerInfo container(Container container) {
        Chain chain = container.chain();
        long first = chain.first();
        long end = chain.end();
        long bytes = 0;
        int sealed = 0;
        int chunks = 0;
        long min = -1;
        long max = 0;
        TreeSet<Integer> versions = new TreeSet<>();
        for (Link link : chain.links()) {
            if (link.entry().retired() != 0) {
                continue;
            }
            chunks++;
            bytes += link.count() * link.identity().stride();
            versions.add(link.identity().schemaVersion());
            Seal seal = link.entry().seal();
            if (seal != null) {
                sealed++;
                min = Long.compareUnsigned(seal.minTime(), min) < 0 ? seal.minTime() : min;
                max = Long.compareUnsigned(seal.maxTime(), max) > 0 ? seal.maxTime() : max;
            }
        }
        Schema schema = switch (container) {
            case OfTable table -> table.rows().schema();
            case OfValues values -> values.values().schema();
            case OfJournal _, OfChunks _ -> null;
        };
        double perRow = schema == null || end == first ? 0
                : (double) chunks * chain.geometry().chunkBytes() / (end - first);
        return new ContainerInfo(kind(container.record()), container.record().name(), first, end, bytes, sealed,
                chunks - sealed, perRow, sealed == 0 ? 0 : min, max, schema == null ? -1 : schema.id(),
                List.copyOf(versions), "");
    }

    private int readers() {
        int readers = 0;
        try {
            for (int slot = 0; store.locks != null && slot < StoreLayout.MAX_READERS; slot++) {
                readers += store.locks.isReaderElsewhere(slot) ? 1 : 0;
            }
        } catch (StoreException e) {
            return readers;
        }
        return readers;
    }

    /// Of all files: logical, and allocated.
    private long[] bytes() {
        long[] bytes = new long[2];
        try (Stream<Path> files = Files.walk(store.folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                bytes[0] += Files.size(file);
                long allocated = store.disk.allocatedBytes(file);
                bytes[1] = allocated < 0 || bytes[1] < 0 ? -1 : bytes[1] + allocated;
            }
        } catch (IOException | UncheckedIOException e) {
            // A file that comes and goes with its writer.
            bytes[1] = -1;
        }
        return bytes;
    }
}
