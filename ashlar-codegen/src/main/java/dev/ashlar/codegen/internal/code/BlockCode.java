// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.code;

import dev.ashlar.codegen.internal.naming.MemberNames;
import dev.ashlar.sbe.ir.Block;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.SetType;
import dev.ashlar.sbe.ir.Type;
import java.util.List;

/// The names and expressions that the code of a message or group entry needs.
///
/// @param block     the block that the code is for
/// @param names     names of its members
/// @param path      name for error messages, such as `Car.fuelFigures`
/// @param className the class itself
/// @param message   the class of the message
/// @param cursor    expression of the message's cursor
/// @param version   expression of the writer's version
/// @param taken     simple names of classes that a nested class must not have
/// @param isLarge   whether the message has more values than the JIT inlines accesses into one method
public record BlockCode(Block block, MemberNames names, String path, String className, String message, String cursor,
        String version, List<String> taken, boolean isLarge) {
    /// An access to native memory takes 700 to 900 of the 18,000 nodes that the JIT is ready to spend.
    private static final int LARGE = 16;
    /// A set is cleared, and then some of its choices are set one after another.
    private static final int SET = 3;

    /// Whether a message is large.
    static boolean isLarge(Block message) {
        return values(message) > LARGE;
    }

    private static int values(Block block) {
        int values = block.fields().stream().filter(field -> field.encodedLength() > 0)
                .mapToInt(field -> values(field.type())).sum();
        return values + block.groups().stream().mapToInt(group -> 1 + values(group)).sum();
    }

    private static int values(Type type) {
        return switch (type) {
            case CompositeType composite -> composite.members().stream().filter(member -> member.encodedLength() > 0)
                    .mapToInt(member -> values(member.type())).sum();
            case SetType _ -> SET;
            case EnumType _, ScalarType _ -> 1;
        };
    }

    public boolean isRoot() {
        return className.equals(message);
    }

    public boolean isFlat() {
        return block.groups().isEmpty() && block.data().isEmpty();
    }

    /// Whether entries of some group below the block occupy no bytes, so that their number in a message is limited.
    public boolean hasEmptyEntries() {
        return hasEmptyEntries(block);
    }

    private static boolean hasEmptyEntries(Block block) {
        return block.groups().stream().anyMatch(group -> isEmpty(group) || hasEmptyEntries(group));
    }

    /// Whether it is the block of entries that occupy no bytes.
    public boolean isEmpty() {
        return isEmpty(block);
    }

    private static boolean isEmpty(Block block) {
        return block.blockLength() == 0 && block.groups().isEmpty() && block.data().isEmpty();
    }

    /// Number of groups and data.
    int parts() {
        return block.groups().size() + block.data().size();
    }
}
