// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

/// How a store is read.
///
/// Full chunks of tables are sealed with checksums, and so is the last one when its writer closes the store. With
/// `verify`, a process checks each 64 KiB of them when it first reads them, and a mismatch is a [CorruptChunkException]
/// instead of rows. Later reads cost nothing more. Messages of journals are checked each time they are read, whatever
/// is chosen here. Rows of a chunk that a writer is still filling have no checksum yet.
///
/// @param verify whether sealed rows are compared with their checksums when they are first read
public record ReadOptions(boolean verify) {
    /// Everything is verified.
    public static ReadOptions defaults() {
        return new ReadOptions(true);
    }

    /// The same, verifying or not. Without it a first scan is faster, and damaged rows can be read, right or wrong.
    public ReadOptions withVerify(boolean chosen) {
        return new ReadOptions(chosen);
    }
}
