// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.cpp;

import dev.ashlar.codegen.internal.model.Names;
import dev.ashlar.codegen.internal.model.SchemaTypes;
import dev.ashlar.sbe.ir.Block;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.Group;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.ir.Type;
import dev.ashlar.sbe.ir.VarData;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/// The names of all classes of a schema. A composite, message or group has one name before `Decoder` and `Encoder`.
final class CppNames {
    private final Names scope = CppWords.types();
    private final Names files = new Names(Names::lowerCase, Set.of("types", "schema"));
    private final Map<Type, String> types = new LinkedHashMap<>();
    private final Map<Object, String> parts = new IdentityHashMap<>();
    private final Map<Message, String> headers = new IdentityHashMap<>();

    CppNames(Schema schema) {
        for (Message message : schema.messages()) {
            parts.put(message, claimBlock(message.name()));
            headers.put(message, files.claim(message.name()));
        }
        for (Type type : SchemaTypes.of(schema)) {
            types.put(type, type instanceof CompositeType ? scope.claim(type.name(), "Decoder", "Encoder")
                    : scope.claim(type.name()));
        }
        schema.messages().forEach(message -> claimParts(message, parts.get(message)));
    }

    private String claimBlock(String name) {
        return scope.claim(name, "Decoder", "Encoder", "Dimension");
    }

    private void claimParts(Block block, String path) {
        for (Group group : block.groups()) {
            String name = claimBlock(path + Names.pascal(group.name()));
            parts.put(group, name);
            claimParts(group, name);
        }
        for (VarData data : block.data()) {
            parts.put(data, scope.claim(path + Names.pascal(data.name()), "Data"));
        }
    }

    /// Composites, enums and sets, each before those that contain it.
    Set<Type> types() {
        return types.keySet();
    }

    String of(Type type) {
        return types.get(type);
    }

    /// The name before `Decoder`, `Encoder` and `Dimension`.
    String of(Block block) {
        return parts.get(block);
    }

    /// The name before `Data`.
    String of(VarData data) {
        return parts.get(data);
    }

    /// The file of a message, without its suffix.
    String header(Message message) {
        return headers.get(message);
    }
}
