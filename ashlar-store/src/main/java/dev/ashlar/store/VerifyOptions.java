// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import java.util.Objects;

/// How thoroughly a store is verified.
///
/// @param rows     whether all that has a checksum is read and compared with it, or only what says where it is
/// @param replay   whether messages are split once more and compared with the rows that were made of them, which
///                 takes about six times as long as the checksums
/// @param indexes  whether declared indexes are rebuilt and compared with their tables, which takes their memory and
///                 some 300 ns a row
/// @param progress called with how far the work has come
public record VerifyOptions(boolean rows, boolean replay, boolean indexes, Progress progress) {
    /// Told now and then how many bytes of rows and messages were read, and how many there are to read.
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

    /// All but rows and messages.
    public static VerifyOptions quick() {
        return new VerifyOptions(false, false, false, (_, _) -> { });
    }

    /// The same, but rows are not compared with messages.
    public VerifyOptions withoutReplay() {
        return new VerifyOptions(rows, false, indexes, progress);
    }

    /// The same, but indexes are not built.
    public VerifyOptions withoutIndexes() {
        return new VerifyOptions(rows, replay, false, progress);
    }

    public VerifyOptions withProgress(Progress told) {
        return new VerifyOptions(rows, replay, indexes, told);
    }
}
