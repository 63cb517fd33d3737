// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.file;

/// What the writer of a journal has just done. A process may die after any of these.
public enum StoreStep {
    /// A frame is complete and not yet published.
    FRAME_WRITTEN,
    /// Readers see the frame.
    FRAMES_PUBLISHED,
    /// Readers see the row of the index.
    INDEX_PUBLISHED,
    /// Readers see rows of one more table.
    ROWS_PUBLISHED,
    /// A container continues in a new chunk.
    ROLLED,
    /// A table has come into being.
    TABLE_MADE,
    /// All of a message, or batch, is published.
    DONE
}
