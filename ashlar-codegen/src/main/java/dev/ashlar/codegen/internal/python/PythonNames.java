// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.python;

import dev.ashlar.codegen.internal.model.Names;
import dev.ashlar.codegen.internal.model.SchemaTypes;
import dev.ashlar.sbe.ir.Block;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.Group;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.ir.Type;
import java.nio.ByteOrder;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// The names of all modules, classes and constants of a schema.
final class PythonNames {
    private final Names scope = PythonWords.types();
    private final Names constants = new Names(name -> Names.snake(name).toUpperCase(Locale.ROOT), Set.of());
    private final Names files = PythonWords.modules();
    private final Map<Type, String> types = new LinkedHashMap<>();
    private final Map<Type, Map<String, String>> enumerators = new LinkedHashMap<>();
    private final Map<CompositeType, String> dimensions = new LinkedHashMap<>();
    private final Map<CompositeType, String> encodings = new LinkedHashMap<>();
    private final Map<Block, String> blocks = new IdentityHashMap<>();
    private final Map<Message, String> modules = new IdentityHashMap<>();
    private final String byteOrder;

    PythonNames(Schema schema) {
        byteOrder = schema.byteOrder() == ByteOrder.BIG_ENDIAN ? ">" : "<";
        for (Message message : schema.messages()) {
            blocks.put(message, claimBlock(message.name()));
            modules.put(message, files.claim(message.name()));
        }
        for (Type type : SchemaTypes.ofValues(schema)) {
            types.put(type, type instanceof CompositeType ? scope.claim(type.name(), "Members", "Decoder", "Encoder")
                    : scope.claim(type.name()));
            if (type instanceof EnumType enumeration) {
                enumerators.put(type, enumerators(enumeration));
            }
        }
        schema.messages().forEach(message -> claimGroups(message, blocks.get(message)));
        SchemaTypes.dimensions(schema).forEach(d -> dimensions.put(d, constants.claim(d.name() + "_dimension")));
        SchemaTypes.encodings(schema).forEach(e -> encodings.put(e, constants.claim(e.name() + "_data")));
    }

    private static Map<String, String> enumerators(EnumType type) {
        Names scope = PythonWords.enumerators();
        Map<String, String> names = new LinkedHashMap<>();
        type.values().forEach(value -> names.put(value.name(), scope.claim(value.name())));
        return names;
    }

    private String claimBlock(String name) {
        return scope.claim(name, "Block", "Decoder", "Encoder");
    }

    private void claimGroups(Block block, String path) {
        for (Group group : block.groups()) {
            String name = claimBlock(path + Names.pascal(group.name()));
            blocks.put(group, name);
            claimGroups(group, name);
        }
    }

    /// `<` or `>`, before the letter of each type.
    String byteOrder() {
        return byteOrder;
    }

    /// Composites, enums and sets, each before those that contain it.
    Set<Type> types() {
        return types.keySet();
    }

    /// The class of an enum or set; of a composite, the name before `Members`, `Decoder` and `Encoder`.
    String of(Type type) {
        return types.get(type);
    }

    /// The members of an enum by their names in the schema.
    Map<String, String> enumeratorsOf(EnumType type) {
        return enumerators.get(type);
    }

    /// The name before `Block`, `Decoder` and `Encoder`.
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
