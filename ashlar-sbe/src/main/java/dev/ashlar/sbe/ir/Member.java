// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.ir;

/// A member of a composite.
///
/// @param name   name inside the composite
/// @param offset bytes from the start of the composite
/// @param type   its type; for a `ref`, the type that it refers to
/// @param ref    true if it was declared by a `ref` element, so that its type also has a name of its own
/// @param meta   documentation and versions of the member itself; `sinceVersion` is the later of the member's and its
///     type's
public record Member(String name, int offset, Type type, boolean ref, Meta meta) {
    /// Bytes on the wire; 0 for a constant.
    public int encodedLength() {
        return type.encodedLength();
    }
}
