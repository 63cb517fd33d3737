// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.object;

import java.lang.invoke.MethodHandle;
import java.util.List;
import java.util.Optional;

/// A record or class as the codec sees it: its fields in the order in which they are written, and the handles to access
/// them.
///
/// @param constructor of a record: `(components…)Object`, references as `Object`; of a class: `()Object`
record ObjectShape(Class<?> type, List<Member> members, MethodHandle constructor) {
    /// One field.
    ///
    /// @param getter    `(Object)T`, where a reference is an `Object`
    /// @param setter    `(Object, T)void`; null if the field is final
    /// @param component for a record, the index of the argument of the constructor; for a class, −1
    record Member(String name, JavaType type, MethodHandle getter, MethodHandle setter, int component) {
        /// Whether the field is final in a class: it cannot be assigned, but its contents can be filled.
        boolean isFixed() {
            return component < 0 && setter == null;
        }
    }

    ObjectShape {
        members = List.copyOf(members);
    }

    boolean isRecord() {
        return type.isRecord();
    }

    ObjectType.Struct described() {
        return new ObjectType.Struct(type.getName(), members.stream()
                .map(member -> new ObjectType.Field(member.name(), member.type().described())).toList());
    }

    Optional<Member> member(String name) {
        return members.stream().filter(member -> member.name().equals(name)).findFirst();
    }
}
