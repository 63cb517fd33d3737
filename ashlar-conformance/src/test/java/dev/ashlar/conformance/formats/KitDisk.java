// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.formats;

import dev.ashlar.store.internal.v1.file.StoreDisk;
import dev.ashlar.store.internal.v1.file.StoreId;

/// A disk of a machine whose boot has a given id: so that a store says the same wherever it is read.
final class KitDisk extends StoreDisk {
    /// The boot in which all stores of the kit were written.
    static final StoreId WRITTEN = new StoreId(0x1122334455667788L, 0x99aabbccddeeff00L);
    /// Another.
    static final StoreId LATER = new StoreId(0x0f0e0d0c0b0a0908L, 0x0706050403020100L);

    private final StoreId boot;

    KitDisk(StoreId boot) {
        this.boot = boot;
    }

    @Override
    public StoreId boot() {
        return boot;
    }
}
