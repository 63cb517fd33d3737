// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.sbe.ir.Block;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.Field;
import dev.ashlar.sbe.ir.Group;
import dev.ashlar.sbe.ir.Member;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Presence;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.Type;
import dev.ashlar.sbe.otf.internal.JsonParser;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/// Compares the nulls of a message's JSON with those found in its bytes.
final class NullJson {
    private final Set<String> states;
    private final Supplier<String> context;

    private NullJson(List<String> nulls, Supplier<String> context) {
        this.states = new HashSet<>(nulls);
        this.context = context;
    }

    /// @param nulls as in [Found#nulls()]
    static void check(String json, Message message, List<String> nulls, Supplier<String> context) {
        new NullJson(nulls, context).block((Map<?, ?>) JsonParser.parse(json), message, message.name());
    }

    private void block(Map<?, ?> object, Block block, String path) {
        for (Field field : block.fields()) {
            if (field.presence() != Presence.CONSTANT) {
                value(object, block instanceof Message ? rootName(field.name()) : field.name(), field.type(),
                        path + "/" + field.name());
            }
        }
        for (Group group : block.groups()) {
            List<?> entries = (List<?>) object.get(block instanceof Message ? rootName(group.name()) : group.name());
            for (int i = 0; i < entries.size(); i++) {
                block((Map<?, ?>) entries.get(i), group, path + "/" + group.name() + "[" + i + "]");
            }
        }
    }

    private static String rootName(String name) {
        return name.matches("(template|id|schema|version|time|header)_*") ? name + "_" : name;
    }

    private void value(Map<?, ?> object, String name, Type type, String path) {
        assertTrue(object.containsKey(name), () -> "not in JSON: " + path + "\n" + context.get());
        Object value = object.get(name);
        boolean isValue = states.contains(path + " is a value");
        if (value instanceof Map<?, ?> members && type instanceof CompositeType composite) {
            // What the members have beside the null must not be lost.
            assertFalse(states.contains(path + " is absent"), () -> path + "\n" + context.get());
            for (Member member : composite.members()) {
                if (!(member.type() instanceof ScalarType scalar && scalar.presence() == Presence.CONSTANT)) {
                    value(members, member.name(), member.type(), path + "/" + member.name());
                }
            }
        } else {
            assertEquals(isValue, value != null, () -> path + "\n" + context.get());
        }
    }
}
