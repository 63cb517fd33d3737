// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.ir;

import java.util.Optional;

/// A field of a block at a fixed offset.
///
/// @param id       field id; the FIX tag in schemas for FIX
/// @param name     name inside its block
/// @param offset   bytes from the start of the block
/// @param type     its type
/// @param presence effective presence: the field's own if given, else the type's
/// @param constant the value of a constant field, whether from its type or from a `valueRef`
/// @param valueRef `Enum.Value` if the constant was given that way; else empty
/// @param epoch    epoch of timestamps; empty if not given
/// @param timeUnit unit of timestamps; empty if not given
/// @param meta     documentation and versions; `sinceVersion` is the later of the field's and its type's
public record Field(int id, String name, int offset, Type type, Presence presence, Optional<Literal> constant,
        String valueRef, String epoch, String timeUnit, Meta meta) {

    /// Bytes on the wire; 0 for a constant.
    public int encodedLength() {
        return presence == Presence.CONSTANT ? 0 : type.encodedLength();
    }
}
