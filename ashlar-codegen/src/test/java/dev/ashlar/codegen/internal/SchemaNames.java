// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal;

import dev.ashlar.codegen.JavaOptions;
import dev.ashlar.codegen.internal.layout.MemberSlot;
import dev.ashlar.codegen.internal.layout.Struct;
import dev.ashlar.codegen.internal.naming.FileNames;
import dev.ashlar.codegen.internal.naming.MemberNames;
import dev.ashlar.codegen.internal.type.EnumEmitter;
import dev.ashlar.codegen.internal.type.SetEmitter;
import dev.ashlar.sbe.ir.Block;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.ir.SetType;
import java.util.List;

/// The names that generated code has for what a schema names, for tests that call generated code by reflection.
///
/// `what` is the name's role as templates have it: `x` is the accessor itself, `xIsPresent` what tells whether the
/// value is there, `getX` and `putX` what copies.
public record SchemaNames(MemberNames names) {
    public static SchemaNames of(Block block) {
        return of(block instanceof Message ? MemberNames.Kind.MESSAGE : MemberNames.Kind.GROUP, block);
    }

    public static SchemaNames of(CompositeType composite) {
        return new SchemaNames(MemberNames.of(MemberNames.Kind.COMPOSITE, Struct.slotsOf(composite), List.of(),
                List.of()));
    }

    private static SchemaNames of(MemberNames.Kind kind, Block block) {
        return new SchemaNames(MemberNames.of(kind, block.fields().stream().map(MemberSlot::of).toList(),
                block.groups(), block.data()));
    }

    /// Of a field or member; the variable-length member of a composite does not count.
    public String slot(int index, String what) {
        return names.slots().get(index).get(what);
    }

    public String group(int index, String what) {
        return names.groups().get(index).get(what);
    }

    public String data(int index, String what) {
        return names.data().get(index).get(what);
    }

    /// The Java names of an enum's values, by position.
    public static List<String> constants(EnumType type) {
        return EnumEmitter.constants(type);
    }

    /// The Java names of a set's choices, by position.
    public static List<String> choices(SetType type) {
        return SetEmitter.methods(type);
    }

    /// The qualified name before `Encoder` and `Decoder`.
    public static String codec(Schema schema, JavaOptions options, Message message) {
        FileNames names = new FileNames(schema, options);
        return qualified(names.messagePackage(), names.name(message));
    }

    /// The qualified name before `Encoder` and `Decoder` of the message header.
    public static String header(Schema schema, JavaOptions options) {
        FileNames names = new FileNames(schema, options);
        return qualified(names.packageOf(schema.header()), names.name(schema.header()));
    }

    private static String qualified(String packageName, String name) {
        return packageName.isEmpty() ? name : packageName + "." + name;
    }
}
