// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.ir;

/// A type of a schema. Two types are the same type if they are equal; the offset of a type in a block or composite
/// belongs to the [Field] or [Member] that uses it.
public sealed interface Type permits ScalarType, CompositeType, EnumType, SetType {
    String name();

    /// The package of the `types` element that declared the type; empty if that names none.
    String packageName();

    /// Bytes on the wire; 0 for a constant.
    int encodedLength();

    Meta meta();
}
