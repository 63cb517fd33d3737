// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.typescript;

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

/// The names of all modules, classes and constants of a schema.
final class TypeScriptNames {
    private static final String[] SUFFIXES = {"Decoder", "Encoder", "Members", "Layout", "Message"};

    private final Names scope = TypeScriptWords.types();
    private final Names constants = TypeScriptWords.constants();
    private final Names files = TypeScriptWords.modules();
    private final Map<Type, String> types = new LinkedHashMap<>();
    private final Map<CompositeType, String> dimensions = new LinkedHashMap<>();
    private final Map<CompositeType, String> encodings = new LinkedHashMap<>();
    private final Map<Block, String> blocks = new IdentityHashMap<>();
    private final Map<Message, String> modules = new IdentityHashMap<>();

    TypeScriptNames(Schema schema) {
        for (Message message : schema.messages()) {
            blocks.put(message, scope.claim(message.name(), SUFFIXES));
            modules.put(message, files.claim(message.name()));
        }
        for (Type type : SchemaTypes.ofValues(schema)) {
            types.put(type, type instanceof CompositeType ? scope.claim(type.name(), SUFFIXES)
                    : scope.claim(type.name()));
        }
        schema.messages().forEach(message -> claimGroups(message, blocks.get(message)));
        SchemaTypes.dimensions(schema).forEach(d -> dimensions.put(d, constants.claim(d.name() + "_dimension")));
        SchemaTypes.encodings(schema).forEach(e -> encodings.put(e, constants.claim(e.name() + "_header")));
    }

    private void claimGroups(Block block, String path) {
        for (Group group : block.groups()) {
            String name = scope.claim(path + Names.pascal(group.name()), SUFFIXES);
            blocks.put(group, name);
            claimGroups(group, name);
        }
    }

    /// Composites, enums and sets, each before those that contain it.
    Set<Type> types() {
        return types.keySet();
    }

    /// The constant of an enum or set; of a composite, the name before `Decoder`, `Encoder`, `Members` and `Layout`.
    String of(Type type) {
        return types.get(type);
    }

    /// The name before `Decoder`, `Encoder`, `Members`, `Layout` and `Message`.
    String of(Block block) {
        return blocks.get(block);
    }

    String module(Message message) {
        return modules.get(message);
    }

    /// The constants of group dimensions.
    Map<CompositeType, String> dimensions() {
        return dimensions;
    }

    /// The constants of data encodings.
    Map<CompositeType, String> encodings() {
        return encodings;
    }
}
