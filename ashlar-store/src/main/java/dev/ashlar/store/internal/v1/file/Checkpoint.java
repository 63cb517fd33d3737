// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.file;

/// The state of a store at one moment, as recorded in `store.head`.
///
/// @param generation   one more than the checkpoint before it
/// @param clean        whether the writer closed the store with it
/// @param id           of the store
/// @param boot         boot of the machine that wrote it: if the boot is the same now, nothing stored is lost
/// @param writtenMs    milliseconds since 1970, for people
/// @param createdMs    when the store was made, likewise
/// @param geometry     of its extents
/// @param extents      how many there are
/// @param catalogBytes of the catalog that are in use
/// @param marks        how far each container goes
public record Checkpoint(long generation, boolean clean, StoreId id, StoreId boot, long writtenMs, long createdMs,
        Geometry geometry, int extents, long catalogBytes, Marks marks) {
    /// The row, or position, after the last of a container.
    public long end(int container) {
        int index = marks.indexOf(container);
        return index < 0 ? 0 : marks.end(index);
    }

    /// The first row, or position, of a container that was not retired.
    public long first(int container) {
        int index = marks.indexOf(container);
        return index < 0 ? 0 : marks.first(index);
    }

    /// The same with other marks.
    public Checkpoint with(Marks others) {
        return new Checkpoint(generation, clean, id, boot, writtenMs, createdMs, geometry, extents, catalogBytes,
                others);
    }
}
