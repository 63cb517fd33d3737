// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import java.util.Objects;

/// How thoroughly a store is verified.
///
/// @param rows     whether all that is sealed is read and compared with its checksums, or only what says where it is
/// @param progress is told how far it has come
public record VerifyOptions(boolean rows, Progress progress) {
    /// Told now and then how many bytes of rows were read, and how many there are.
    @FunctionalInterface
    public interface Progress {
        void at(long bytes, long allBytes);
    }

    public VerifyOptions {
        Objects.requireNonNull(progress, "progress");
    }

    /// Everything.
    public static VerifyOptions all() {
        return new VerifyOptions(true, (_, _) -> { });
    }

    /// All but the rows.
    public static VerifyOptions quick() {
        return new VerifyOptions(false, (_, _) -> { });
    }

    public VerifyOptions withProgress(Progress told) {
        return new VerifyOptions(rows, told);
    }
}
