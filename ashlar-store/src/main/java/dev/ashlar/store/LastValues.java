// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import dev.ashlar.sbe.ir.Block;
import dev.ashlar.sbe.ir.Schema;
import java.util.List;

/// Keyed records with one value each, a block that is replaced in place: last prices, positions. Any thread and process
/// reads whole values, even while the writer replaces them.
///
/// Records are numbered from 0 in the order in which keys were added. Keys are never removed and never change. A value
/// written with an older version of the schema moves to a new record when it is first replaced with a newer version.
/// The old number stays valid while the store is open, and the old record keeps its space.
///
/// Each value is consistent in itself; different records are not of the same moment.
///
/// **Threading**: any thread; each reader is for one thread.
public interface LastValues {
    String name();

    /// The schema of new values; older values may have the layout of an older version.
    Schema schema();

    /// The block of its values in [#schema].
    Block block();

    /// The fields of the block that form the key.
    List<String> keyFields();

    /// Length of a key in bytes: the fields, one after the other.
    int keyLength();

    /// Slots for values of each record.
    int slots();

    /// How many keys there are, without those that cannot be read; [#checkComplete] says whether there are any.
    long recordCount();

    /// Checks that the key of each record is known.
    ///
    /// @throws CorruptChunkException if not; it names the first of the records that are damaged or missing
    void checkComplete();

    /// A reader for one thread.
    LastValuesReader reader();
}
