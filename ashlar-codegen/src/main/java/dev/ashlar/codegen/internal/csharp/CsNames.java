// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.csharp;

import dev.ashlar.codegen.internal.model.Names;
import dev.ashlar.codegen.internal.model.SchemaTypes;
import dev.ashlar.sbe.ir.Block;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.Group;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.ir.Type;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The names of all types of a schema. A composite, message or group has one name before `Decoder` and `Encoder`.
final class CsNames {
    private final Names scope = CsWords.types();
    private final Names files = new Names(Names::pascal, Set.of("Types", "SbeMessages"));
    private final Map<Type, String> types = new LinkedHashMap<>();
    private final Map<Block, String> blocks = new IdentityHashMap<>();
    private final Map<Message, String> messages = new IdentityHashMap<>();
    private final List<String> derived = new ArrayList<>();

    CsNames(Schema schema) {
        for (Message message : schema.messages()) {
            blocks.put(message, claim(message.name(), "Decoder", "Encoder"));
            messages.put(message, files.claim(message.name()));
        }
        for (Type type : SchemaTypes.of(schema)) {
            types.put(type, switch (type) {
                case CompositeType _ -> claim(type.name(), "Decoder", "Encoder");
                case EnumType _ -> claim(type.name(), "", "Names");
                default -> scope.claim(type.name());
            });
        }
        schema.messages().forEach(message -> claimGroups(message, blocks.get(message)));
    }

    private void claimGroups(Block block, String path) {
        for (Group group : block.groups()) {
            String name = claim(path + Names.pascal(group.name()), "Decoder", "Encoder", "Group", "Writer");
            blocks.put(group, name);
            claimGroups(group, name);
        }
    }

    private String claim(String name, String... suffixes) {
        String claimed = scope.claim(name, suffixes);
        for (String suffix : suffixes) {
            if (!suffix.isEmpty()) {
                derived.add(claimed + suffix);
            }
        }
        return claimed;
    }

    /// A scope of the members of a type, in which no name means one of the other types.
    Names members() {
        return CsWords.members(derived);
    }

    /// Composites, enums and sets, each before those that contain it.
    Set<Type> types() {
        return types.keySet();
    }

    String of(Type type) {
        return types.get(type);
    }

    /// The name before `Decoder`, `Encoder`, `Group` and `Writer`.
    String of(Block block) {
        return blocks.get(block);
    }

    /// The file of a message, without its suffix.
    String file(Message message) {
        return messages.get(message);
    }
}
