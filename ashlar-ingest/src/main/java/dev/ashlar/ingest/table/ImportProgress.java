// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.table;

/// Hears how far a file was read, and may stop it.
///
/// **Threading**: one call at a time, by the caller's thread or a worker's.
@FunctionalInterface
public interface ImportProgress {
    /// @param bytes    of the file that were read in this pass
    /// @param allBytes of the file
    /// @return whether to go on
    boolean read(long bytes, long allBytes);
}
