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

/// Checks the files of a store but for what is in the chunks and their entries.
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
                            "another checkpoint counts, and is all there is");
                }
            }
        } catch (IOException e) {
            findings.add(file, 0, e.getMessage(), "it cannot be checked");
        }
    }

    /// Catalog and schemas.
    ///
    /// @return files that were read
    long checkCatalog() {
        Path file = store.resolve(Catalog.NAME);
        try (Catalog catalog = Catalog.open(store, disk, checkpoint.id(), checkpoint.catalogBytes(), false)) {
            for (StoreException problem : catalog.damage()) {
                findings.add(file, 0, problem.getMessage(), "what it describes cannot be read");
            }
            long length = Files.size(file);
            if (settled && length > catalog.bytes()) {
                findings.add(file, catalog.bytes(), "bytes after the last record: length=" + length,
                        "containers that were made there are not found");
            }
            return 1 + catalog.schemaRecords().size();
        } catch (IOException e) {
            findings.add(file, 0, e.getMessage(), "containers cannot be read");
            return 1;
        }
    }

    /// The files of extents: what readers could not be given, and what does not belong there.
    void checkExtents(Extents extents) {
        for (StoreException problem : extents.damage()) {
            findings.add(store, 0, problem.getMessage(), "what it holds cannot be read, or not all of it");
        }
        for (int extent = 0; extent < extents.count(); extent++) {
            Path file = extents.file(extent);
            try {
                long length = Files.exists(file) ? Files.size(file) : 0;
                if (length > extents.geometry().extentFileBytes()) {
                    findings.add(file, extents.geometry().extentFileBytes(), "length=" + length + ", expected="
                            + extents.geometry().extentFileBytes(), "what is beyond belongs to nothing");
                }
            } catch (IOException e) {
                findings.add(file, 0, e.getMessage(), "it cannot be checked");
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
                findings.add(file, 0, "not a file of this store: extents=" + extents.count(), "nothing is read of it");
            }
        } catch (IOException e) {
            findings.add(folder, 0, e.getMessage(), "it cannot be checked");
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
                findings.add(file, 0, problem, "readers and writer may not know of each other");
            }
            if (writerAlive && live.catalogBytes() < checkpoint.catalogBytes()) {
                findings.add(file, 0, "catalogBytes=" + live.catalogBytes() + ", checkpoint="
                        + checkpoint.catalogBytes(), "readers may not learn of new containers");
            }
        } catch (IOException e) {
            findings.add(file, 0, e.getMessage(), "the next writer rebuilds it");
        }
    }
}
