// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.segmented;

/// Where signals lie.
public enum SignalKind {
    SOLID, SCATTERED, FLAT, HEAP, BUFFERS, TABLE;

    Signals open() {
        return switch (this) {
            case SOLID -> new PoolSignals(false);
            case SCATTERED -> new PoolSignals(true);
            case FLAT -> new FlatSignals();
            case HEAP -> new HeapSignals();
            case BUFFERS -> new BufferSignals();
            case TABLE -> new TableSignals();
        };
    }
}
