// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.go;

import dev.ashlar.codegen.internal.model.Names;
import dev.ashlar.codegen.internal.model.SchemaTypes;
import dev.ashlar.sbe.ir.Block;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.Group;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.ir.SetType;
import dev.ashlar.sbe.ir.Type;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/// The names of all types and constants of a package. A composite, message or group has one name before `Decoder` and
/// `Encoder`; the values of an enum and the choices of a set begin with the name of their type.
final class GoNames {
    private final Names scope = GoWords.types();
    private final Names fileScope = GoWords.files();
    private final Map<Type, String> types = new LinkedHashMap<>();
    private final Map<Block, String> blocks = new IdentityHashMap<>();
    private final Map<Message, String> files = new IdentityHashMap<>();
    private final Map<Object, String> constants = new IdentityHashMap<>();

    GoNames(Schema schema) {
        for (Message message : schema.messages()) {
            blocks.put(message, scope.claim(message.name(), "Block", "Decoder", "Encoder", "New*Block", "New*Decoder",
                    "TemplateID", "BlockLength", "SinceVersion"));
            files.put(message, fileScope.claim(message.name()));
        }
        for (Type type : SchemaTypes.ofValues(schema)) {
            types.put(type, type instanceof CompositeType
                    ? scope.claim(type.name(), "Decoder", "Encoder", "EncodedLength")
                    : scope.claim(type.name(), "", "NullValue"));
        }
        types.forEach(this::claimConstants);
        schema.messages().forEach(message -> claimGroups(message, blocks.get(message)));
    }

    private void claimConstants(Type type, String name) {
        if (type instanceof EnumType e) {
            e.values().forEach(value -> constants.put(value, scope.claim(name + Names.pascal(value.name()))));
        } else if (type instanceof SetType s) {
            s.choices().forEach(choice -> constants.put(choice, scope.claim(name + Names.pascal(choice.name()))));
        }
    }

    private void claimGroups(Block block, String path) {
        for (Group group : block.groups()) {
            String name = scope.claim(path + Names.pascal(group.name()), "Block", "New*Block", "Decoder", "Encoder", "Group",
                    "Writer");
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

    /// A scope of the methods of a message or entry. The embedded block takes the name of its type.
    Names members(Block block) {
        Names members = GoWords.members();
        members.claim(of(block) + "Block");
        return members;
    }

    /// The name before `Block`, `Decoder` and `Encoder`; of a group also before `Group` and `Writer`.
    String of(Block block) {
        return blocks.get(block);
    }

    /// The constant of a value of an enum or of a choice of a set.
    String constant(Object valueOrChoice) {
        return constants.get(valueOrChoice);
    }

    String file(Message message) {
        return files.get(message);
    }
}
