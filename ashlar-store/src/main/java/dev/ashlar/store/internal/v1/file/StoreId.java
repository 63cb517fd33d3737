// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.file;

import java.util.UUID;

/// Identifies a store, or a boot of a machine: 128 random bits.
public record StoreId(long high, long low) {
    public static StoreId random() {
        return of(UUID.randomUUID());
    }

    static StoreId of(UUID uuid) {
        return new StoreId(uuid.getMostSignificantBits(), uuid.getLeastSignificantBits());
    }

    @Override
    public String toString() {
        return new UUID(high, low).toString();
    }
}
