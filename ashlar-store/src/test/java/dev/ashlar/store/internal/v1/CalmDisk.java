// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import dev.ashlar.store.internal.v1.file.StoreDisk;
import dev.ashlar.store.internal.v1.file.StoreFile;
import dev.ashlar.store.internal.v1.file.StoreId;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/// A disk of a machine that has been started again and will not go down: nothing is really synced, which saves time.
public class CalmDisk extends StoreDisk {
    private final StoreId boot;

    public CalmDisk() {
        this(StoreId.random());
    }

    public CalmDisk(StoreId boot) {
        this.boot = boot;
    }

    @Override
    public StoreId boot() {
        return boot;
    }

    @Override
    public void sync(StoreFile file, MemorySegment range, long offset) throws IOException {
    }

    @Override
    public void sync(StoreFile file) throws IOException {
    }

    @Override
    public void syncFolder(Path folder) throws IOException {
    }
}
