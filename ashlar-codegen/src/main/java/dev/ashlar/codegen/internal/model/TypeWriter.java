// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.model;

import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.SetType;
import dev.ashlar.sbe.ir.Type;

/// Writes the types of a schema in a language.
public interface TypeWriter {
    String enumeration(EnumType type);

    String set(SetType type);

    String composite(CompositeType type);

    /// The text of a type; empty for a scalar, which has no class.
    default String text(Type type) {
        return switch (type) {
            case EnumType enumeration -> enumeration(enumeration);
            case SetType set -> set(set);
            case CompositeType composite -> composite(composite);
            case ScalarType _ -> "";
        };
    }
}
