// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal;

import dev.ashlar.sbe.ir.Block;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.Group;
import dev.ashlar.sbe.ir.Type;

/// Limits of a Java class: a class initializer has at most 65,535 bytes, and each value of an enum takes 19 of them; a
/// class has at most 65,535 constants, and each field takes up to 30. Beyond these limits, generated code would not
/// compile.
final class JavaLimits {
    static final int MAX_ENUM_VALUES = 3_000;
    static final int MAX_FIELDS = 2_000;

    private JavaLimits() {
    }

    /// @throws IllegalArgumentException if an enum or composite is too large
    static void require(Type type) {
        if (type instanceof EnumType e && e.values().size() > MAX_ENUM_VALUES) {
            throw new IllegalArgumentException("enum too large for Java: values=" + e.values().size() + ", maxValues="
                    + MAX_ENUM_VALUES + "; use its encoding type for the field, or declare fewer values (" + e.name() + ")");
        }
        if (type instanceof CompositeType c) {
            requireFields(c.members().size(), c.name());
        }
    }

    /// @throws IllegalArgumentException if a block has too many fields, or one of its groups
    static void require(Block block, String path) {
        requireFields(block.fields().size() + block.groups().size() + block.data().size(), path);
        for (Group group : block.groups()) {
            require(group, path + "/" + group.name());
        }
    }

    private static void requireFields(int fields, String path) {
        if (fields > MAX_FIELDS) {
            throw new IllegalArgumentException("too many fields for a Java class: fields=" + fields + ", maxFields="
                    + MAX_FIELDS + "; move some into composites (" + path + ")");
        }
    }
}
