// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.ir;

import java.util.List;

/// A set of named bits.
///
/// @param name        name in the schema
/// @param packageName package of its `types` element, or empty
/// @param primitive   an unsigned type; its width is the number of bits
/// @param choices     in schema order
/// @param meta        documentation and versions
public record SetType(String name, String packageName, PrimitiveType primitive, List<Choice> choices, Meta meta)
        implements Type {

    public SetType {
        choices = List.copyOf(choices);
    }

    /// One named bit.
    ///
    /// @param bit 0 for the least significant
    public record Choice(String name, int bit, Meta meta) { }

    @Override
    public int encodedLength() {
        return primitive.size();
    }
}
