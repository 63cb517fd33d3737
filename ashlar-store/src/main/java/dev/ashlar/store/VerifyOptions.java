// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import java.util.Objects;

/// How thoroughly a store is verified.
///
/// @param rows     whether all data with a checksum is read and verified, or only metadata
/// @param replay   whether messages are split again and compared with their rows, which takes about six times as long
///                 as the checksums
/// @param indexes  whether declared indexes are rebuilt and compared with their tables, which takes their memory and
///                 some 300 ns a row
/// @param progress called with the progress made
public record VerifyOptions(boolean rows, boolean replay, boolean indexes, Progress progress) {
    /// Receives from time to time the bytes of rows and messages read so far, and the total.
    @FunctionalInterface
    public interface Progress {
        void at(long bytes, long allBytes);
    }

    public VerifyOptions {
        Objects.requireNonNull(progress, "progress");
    }

    /// Everything.
    public static VerifyOptions all() {
        return new VerifyOptions(true, true, true, (_, _) -> { });
    }

    /// Everything except rows and messages.
    public static VerifyOptions quick() {
        return new VerifyOptions(false, false, false, (_, _) -> { });
    }

    /// The same without comparing rows with messages.
    public VerifyOptions withoutReplay() {
        return new VerifyOptions(rows, false, indexes, progress);
    }

    /// The same without building indexes.
    public VerifyOptions withoutIndexes() {
        return new VerifyOptions(rows, replay, false, progress);
    }

    public VerifyOptions withProgress(Progress told) {
        return new VerifyOptions(rows, replay, indexes, told);
    }
}
