// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import dev.ashlar.sbe.ir.Block;
import dev.ashlar.sbe.ir.Schema;
import java.util.List;

/// Keyed records of which each has one value, a block that is replaced in place: last prices, positions. Values are
/// read whole, by any thread and process, whatever the writer does meanwhile.
///
/// A record has a number, counted from 0 in the order in which keys came to the last-value table. Keys are never
/// removed, and never change. The value of a record that was written by an older version of the schema moves to a new
/// record when it is first replaced by a newer version; its old number leads there as long as the store stays open, and
/// the old record keeps its space.
///
/// Records are each of one moment, but not of the same.
///
/// **Threading**: any thread; readers are for one thread each.
public interface LastValues {
    String name();

    /// The schema by which values are written now; older ones may have the layout of an older version of it.
    Schema schema();

    /// The block of its values in [#schema].
    Block block();

    /// The fields of the block that are the key.
    List<String> keyFields();

    /// Bytes of a key: of its fields, one after the other.
    int keyLength();

    /// Places for values of each record.
    int slots();

    /// How many keys there are.
    long recordCount();

    /// Asks whether the key of each record is known.
    ///
    /// @throws CorruptChunkException if not; it names the first of the records that are damaged or missing
    void checkComplete();

    /// Finds and reads records, for one thread.
    LastValuesReader reader();
}
