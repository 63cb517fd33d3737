// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.go;

import dev.ashlar.codegen.internal.model.CodecNames;
import dev.ashlar.codegen.internal.model.Names;
import dev.ashlar.codegen.internal.model.SchemaTypes;
import dev.ashlar.sbe.ir.Block;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.ir.SetType;
import dev.ashlar.sbe.ir.Type;
import java.util.IdentityHashMap;
import java.util.Map;

/// The names of all types, constants and files of a package. The values of an enum and the choices of a set begin with
/// the name of their type.
final class GoNames extends CodecNames {
    private static final String[] MESSAGE = {"Block", "Decoder", "Encoder", "New*Block", "New*Decoder", "TemplateID",
        "BlockLength", "SinceVersion"};
    private static final String[] GROUP = {"Block", "New*Block", "Decoder", "Encoder", "Group", "Writer"};
    private static final String[] VALUE = {"", "NullValue"};

    private final Map<Object, String> constants = new IdentityHashMap<>();

    GoNames(Schema schema) {
        super(schema, SchemaTypes.ofValues(schema), GoWords.types(), GoWords.files(), Map.of(Kind.MESSAGE, MESSAGE,
                Kind.GROUP, GROUP, Kind.COMPOSITE, new String[] {"Decoder", "Encoder", "EncodedLength"}, Kind.ENUM, VALUE,
                Kind.SET, VALUE));
        types().forEach(this::claimConstants);
        claimGroups(schema);
    }

    private void claimConstants(Type type) {
        if (type instanceof EnumType e) {
            e.values().forEach(value -> constants.put(value, scope().claim(of(type) + Names.pascal(value.name()))));
        } else if (type instanceof SetType s) {
            s.choices().forEach(choice -> constants.put(choice, scope().claim(of(type) + Names.pascal(choice.name()))));
        }
    }

    /// A scope of the methods of a message or entry. The embedded block takes the name of its type.
    Names members(Block block) {
        Names members = GoWords.members();
        members.claim(of(block) + "Block");
        return members;
    }

    /// The constant of a value of an enum or of a choice of a set.
    String constant(Object valueOrChoice) {
        return constants.get(valueOrChoice);
    }
}
