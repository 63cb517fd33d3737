// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.code;

import dev.ashlar.codegen.internal.naming.MemberNames;
import dev.ashlar.sbe.ir.Block;
import java.util.List;

/// Where the code of a message or group entry finds what it needs.
///
/// @param block     of which the code is
/// @param names     of its members
/// @param path      name for error messages, such as `Car.fuelFigures`
/// @param className the class itself
/// @param message   the class of the message
/// @param cursor    expression of the message's cursor
/// @param version   expression of the writer's version
/// @param taken     simple names of classes that a nested class must not have
public record BlockCode(Block block, MemberNames names, String path, String className, String message, String cursor,
        String version, List<String> taken) {

    public boolean isRoot() {
        return className.equals(message);
    }

    public boolean isFlat() {
        return block.groups().isEmpty() && block.data().isEmpty();
    }

    /// Number of groups and data.
    int parts() {
        return block.groups().size() + block.data().size();
    }
}
