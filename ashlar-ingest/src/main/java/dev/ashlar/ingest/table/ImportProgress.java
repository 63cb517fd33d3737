// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.table;

/// Is notified of how much of a file was read, and may stop the import.
///
/// **Threading**: one call at a time, by the caller's thread or a worker's.
@FunctionalInterface
public interface ImportProgress {
    /// @param bytes    bytes of the file read in this pass
    /// @param allBytes length of the file
    /// @return whether to continue
    boolean read(long bytes, long allBytes);
}
