// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.relation;

/// Reads rows one at a time, with values as objects: simple, not fast.
///
/// **Threading**: one thread.
public interface ObjectRows extends AutoCloseable {
    /// Moves to the next row.
    ///
    /// @throws dev.ashlar.store.CorruptChunkException where rows are damaged or missing
    boolean next();

    /// The value as [dev.ashlar.query.ValueType] says, or null.
    Object value(int column);

    @Override
    void close();
}
