// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.rust;

import dev.ashlar.codegen.internal.model.Names;
import dev.ashlar.codegen.internal.model.SchemaTypes;
import dev.ashlar.sbe.ir.Block;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.Group;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.ir.Type;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/// The names of all types of a schema. A composite, message or group has one name before `Decoder` and `Encoder`.
final class RustNames {
    private final Names scope = RustWords.types();
    private final Names files = RustWords.modules();
    private final Map<Type, String> types = new LinkedHashMap<>();
    private final Map<Block, String> blocks = new IdentityHashMap<>();
    private final Map<Message, String> variants = new IdentityHashMap<>();
    private final Map<Message, String> modules = new IdentityHashMap<>();

    RustNames(Schema schema) {
        Names members = RustWords.types();
        for (Message message : schema.messages()) {
            blocks.put(message, claimBlock(message.name()));
            modules.put(message, files.claim(message.name()));
            variants.put(message, members.claim(message.name()));
        }
        for (Type type : SchemaTypes.of(schema)) {
            types.put(type, type instanceof CompositeType ? scope.claim(type.name(), "", "Decoder", "Encoder")
                    : scope.claim(type.name()));
        }
        schema.messages().forEach(message -> claimGroups(message, blocks.get(message)));
    }

    private String claimBlock(String name) {
        return scope.claim(name, "Block", "Decoder", "Encoder", "Writer");
    }

    private void claimGroups(Block block, String path) {
        for (Group group : block.groups()) {
            String name = claimBlock(path + Names.pascal(group.name()));
            blocks.put(group, name);
            claimGroups(group, name);
        }
    }

    /// Composites, enums and sets, each before those that contain it.
    Set<Type> types() {
        return types.keySet();
    }

    String of(Type type) {
        return types.get(type);
    }

    /// The name before `Block`, `Decoder`, `Encoder` and `Writer`.
    String of(Block block) {
        return blocks.get(block);
    }

    /// The variant of a message in the enum of all messages.
    String variant(Message message) {
        return variants.get(message);
    }

    String module(Message message) {
        return modules.get(message);
    }
}
