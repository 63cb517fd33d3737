// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.otf;

import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.Group;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.SetType;
import dev.ashlar.sbe.ir.VarData;
import java.lang.foreign.MemorySegment;

/// Receives the contents of messages from [OtfDecoder], in schema order; every method does nothing unless overridden.
///
/// Values are not copied: a slot reads them from the memory at the given offset, only during the call. `present` is
/// false if the writer's version or block length does not include the value; do not read at the offset then. A constant
/// is always present and read from [Slot#constant()].
///
/// **Failure**: an exception of a listener ends the decoding and reaches the decoder's caller.
public interface MessageListener {
    /// Begins a message. The header holds the acting version and block length; it changes with the next message.
    default void beginMessage(Message message, MessageHeader header) {
    }

    default void endMessage(Message message) {
    }

    /// A single value or an array.
    default void scalar(Slot slot, ScalarType type, MemorySegment memory, long offset, boolean present) {
    }

    default void enumValue(Slot slot, EnumType type, MemorySegment memory, long offset, boolean present) {
    }

    default void set(Slot slot, SetType type, MemorySegment memory, long offset, boolean present) {
    }

    /// Begins a composite.
    ///
    /// @return whether to go through its members and then call [#endComposite(Slot, CompositeType)]; if false, neither
    ///     happens
    default boolean beginComposite(Slot slot, CompositeType type, MemorySegment memory, long offset, boolean present) {
        return true;
    }

    default void endComposite(Slot slot, CompositeType type) {
    }

    /// Begins a group.
    ///
    /// @param count   number of entries; 0 if absent
    /// @param present false if the acting version does not have this group
    default void beginGroup(Group group, long count, boolean present) {
    }

    default void beginEntry(Group group, long index) {
    }

    default void endEntry(Group group, long index) {
    }

    default void endGroup(Group group) {
    }

    /// Variable-length data.
    ///
    /// @param offset  of the first byte, after the length
    /// @param length  in bytes; 0 if absent
    /// @param present false if the acting version does not have this data
    default void data(VarData data, MemorySegment memory, long offset, long length, boolean present) {
    }
}
