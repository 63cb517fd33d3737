// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.verify;

import dev.ashlar.store.StoreException;
import dev.ashlar.store.internal.v1.file.Catalog;
import dev.ashlar.store.internal.v1.file.Checkpoint;
import dev.ashlar.store.internal.v1.file.Extents;
import dev.ashlar.store.internal.v1.file.HeadFile;
import dev.ashlar.store.internal.v1.file.LiveFile;
import dev.ashlar.store.internal.v1.file.StoreDisk;
import dev.ashlar.store.internal.v1.file.StoreLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// Checks the files of a store, except the chunks and their entries.
///
/// @param settled whether the writer closed the store, so that nothing is half done
record FileCheck(Path store, StoreDisk disk, Checkpoint checkpoint, boolean settled, StoreFindings findings) {
    /// @param lost whether the machine went down and nobody has recovered the store since: a place may be torn then
    void checkHead(boolean lost) {
        Path file = store.resolve(HeadFile.NAME);
        try (HeadFile head = HeadFile.open(store, disk, false)) {
            for (int place = 0; place < StoreLayout.CHECKPOINTS; place++) {
                boolean needed = place < 2 && checkpoint.generation() > 1;
                String problem = head.problem(place, needed);
                if (problem != null && !lost) {
                    findings.add(file, (long) place * StoreLayout.CHECKPOINT_BYTES, problem,
                            "another checkpoint is used, and it is the only one left");
                }
            }
        } catch (IOException e) {
            findings.add(file, 0, e.getMessage(), "the file cannot be checked");
        }
    }

    /// Catalog and schemas.
    ///
    /// @return files that were read
    long checkCatalog() {
        Path file = store.resolve(Catalog.NAME);
        try (Catalog catalog = Catalog.open(store, disk, checkpoint.id(), checkpoint.catalogBytes(), false)) {
            for (StoreException problem : catalog.damage()) {
                findings.add(file, 0, problem.getMessage(), "the containers that it describes cannot be read");
            }
            long length = Files.size(file);
            if (settled && length > catalog.bytes()) {
                findings.add(file, catalog.bytes(), "bytes after the last record: length=" + length,
                        "containers that these bytes describe are not found");
            }
            return 1 + catalog.schemaRecords().size();
        } catch (IOException e) {
            findings.add(file, 0, e.getMessage(), "containers cannot be read");
            return 1;
        }
    }

    /// The files of extents: damage that readers tolerate, and files that do not belong there.
    void checkExtents(Extents extents) {
        for (StoreException problem : extents.damage()) {
            findings.add(store, 0, problem.getMessage(), "some or all chunks of that file cannot be read");
        }
        for (int extent = 0; extent < extents.count(); extent++) {
            Path file = extents.file(extent);
            try {
                long length = Files.exists(file) ? Files.size(file) : 0;
                if (length > extents.geometry().extentFileBytes()) {
                    findings.add(file, extents.geometry().extentFileBytes(), "length=" + length + ", expected="
                            + extents.geometry().extentFileBytes(), "the bytes beyond are not used");
                }
            } catch (IOException e) {
                findings.add(file, 0, e.getMessage(), "the file cannot be checked");
            }
        }
        Path folder = extents.file(0).getParent();
        if (Files.isDirectory(folder)) {
            strangers(extents, folder);
        }
    }

    private void strangers(Extents extents, Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> foreign = files.filter(file -> !file.toString().endsWith(".tmp")).filter(file -> {
                for (int extent = 0; extent < extents.count(); extent++) {
                    if (file.equals(extents.file(extent))) {
                        return false;
                    }
                }
                return true;
            }).sorted().toList();
            for (Path file : foreign) {
                findings.add(file, 0, "not a file of this store: extents=" + extents.count(), "the file is not read");
            }
        } catch (IOException e) {
            findings.add(folder, 0, e.getMessage(), "the folder cannot be checked");
        }
    }

    /// @param writerAlive whether somebody may be making it
    void checkLive(boolean writerAlive) {
        Path file = store.resolve(LiveFile.NAME);
        if (!Files.exists(file)) {
            return;
        }
        try (LiveFile live = LiveFile.open(store, disk, false)) {
            String problem = live.problem(checkpoint.id());
            if (problem != null) {
                findings.add(file, 0, problem, "readers and the writer may not see each other");
            }
            if (writerAlive && live.catalogBytes() < checkpoint.catalogBytes()) {
                findings.add(file, 0, "catalogBytes=" + live.catalogBytes() + ", checkpoint="
                        + checkpoint.catalogBytes(), "readers may not find new containers");
            }
        } catch (IOException e) {
            findings.add(file, 0, e.getMessage(), "the next writer rebuilds it");
        }
    }
}
