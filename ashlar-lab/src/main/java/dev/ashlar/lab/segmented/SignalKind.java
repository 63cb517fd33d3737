// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.segmented;

/// Where signals lie.
public enum SignalKind {
    SOLID("Ashlar, contiguous"),
    SCATTERED("Ashlar, scattered"),
    FLAT("MemorySegment, flat"),
    HEAP("double[]"),
    BUFFERS("ByteBuffer chunks"),
    TABLE("address table");

    private final String text;

    SignalKind(String text) {
        this.text = text;
    }

    /// For tables.
    public String text() {
        return text;
    }

    public Signals open() {
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
