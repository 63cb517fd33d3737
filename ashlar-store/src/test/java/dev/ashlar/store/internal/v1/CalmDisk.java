// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/// A disk of a machine that has been started anew and will not go down: nothing is really synced, which saves time.
class CalmDisk extends StoreDisk {
    private final StoreId boot;

    CalmDisk() {
        this(StoreId.random());
    }

    CalmDisk(StoreId boot) {
        this.boot = boot;
    }

    @Override
    StoreId boot() {
        return boot;
    }

    @Override
    void sync(StoreFile file, MemorySegment mapped, long offset, long bytes) throws IOException {
    }

    @Override
    void sync(StoreFile file) throws IOException {
    }

    @Override
    void syncFolder(Path folder) throws IOException {
    }
}
