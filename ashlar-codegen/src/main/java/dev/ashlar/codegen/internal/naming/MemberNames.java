// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.naming;

import dev.ashlar.codegen.internal.layout.MemberSlot;
import dev.ashlar.codegen.internal.text.Template;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.Group;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.Type;
import dev.ashlar.sbe.ir.VarData;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The names of all members that a codec class gets from the schema, the same in encoder and decoder.
///
/// First, all elements claim their accessors, in schema order. Derived names, such as `priceId`, are claimed only after
/// that. So a field `priceId` keeps its name, and the metadata of `price` gets the longer name `priceId_`.
///
/// @param slots  values for templates, by position
/// @param groups values for templates, by position
/// @param data   values for templates, by position
public record MemberNames(List<Template> slots, List<Template> groups, List<Template> data) {
    private static final List<String> OBJECT = List.of("getClass", "hashCode", "equals", "toString", "notify",
            "notifyAll", "wait", "clone", "finalize", "blockBytes");
    private static final List<String> CONSTANTS = List.of("BLOCK_LENGTH", "TEMPLATE_ID", "SCHEMA_ID", "SCHEMA_VERSION",
            "SEMANTIC_VERSION", "BYTE_ORDER", "HEADER_SIZE", "ENCODED_LENGTH", "ENTRY_LENGTH", "ENTRIES",
            "HEADER", "HEADER_BITS", "BEFORE_FIRST");
    private static final List<String> FIELDS =
            List.of("memory", "offset", "limit", "message", "parent", "count", "index",
            "actingBlockLength", "actingVersion", "start", "order", "parentOrder", "memoryBytes",
            "isNative", "array", "arrayStart", "bits", "reach", "emptyEntries");

    /// The kind of class that the names are for, with the names that it uses itself.
    public enum Kind {
        MESSAGE("sbeBlockLength", "sbeTemplateId", "sbeSchemaId", "sbeSchemaVersion", "sbeSemanticType", "memory",
                "offset", "limit", "encodedLength", "wrap", "wrapAndApplyHeader", "sbeRewind", "sbeSkip",
                "sbeDecodedLength", "actingVersion", "actingBlockLength", "checkEncodingIsComplete", "appendTo"),
        GROUP("wrap", "next", "hasNext", "iterator", "forEach", "spliterator", "forEachRemaining", "remove", "count",
                "countMinValue", "countMaxValue", "resetCountToIndex", "actingBlockLength", "actingVersion",
                "sbeHeaderSize", "sbeBlockLength", "sbeOffset", "sbeSkip", "sbeSkipRemaining", "at", "appendTo"),
        COMPOSITE("wrap", "memory", "offset", "encodedLength", "sbeSchemaId", "sbeSchemaVersion", "appendTo");

        private final List<String> api;

        Kind(String... api) {
            this.api = List.of(api);
        }
    }

    public static MemberNames of(Kind kind, List<MemberSlot> slots, List<Group> groups, List<VarData> data) {
        List<String> taken = new ArrayList<>(OBJECT);
        taken.addAll(kind.api);
        Set<String> enums = new HashSet<>();
        slots.forEach(slot -> addEnum(slot.type(), enums));
        groups.forEach(group -> addEnums(group, enums));
        Claims claims = new Claims(Scope.of(taken), Scope.of(FIELDS), Scope.of(CONSTANTS), enums);
        MemberNames names = new MemberNames(
                slots.stream().map(slot -> claims.base(slot.name())).toList(),
                groups.stream().map(group -> claims.base(group.name())).toList(),
                data.stream().map(d -> claims.base(d.name())).toList());
        for (int i = 0; i < slots.size(); i++) {
            claims.slot(names.slots.get(i), slots.get(i).type());
        }
        names.groups.forEach(t -> claims.derive(t, "Id", "SinceVersion", "Count", "IsPresent", "DecoderId",
                "DecoderSinceVersion"));
        names.data.forEach(t -> {
            claims.derive(t, "Id", "SinceVersion", "MetaAttribute", "CharacterEncoding", "HeaderLength", "Length",
                    "IsPresent");
            claims.prefixed(t, "put", "get", "wrap", "skip");
        });
        return names;
    }

    /// The enums that code of the group names: a constant of the same name, here or in a class around it, would hide
    /// them.
    private static void addEnums(Group group, Set<String> enums) {
        group.fields().forEach(field -> addEnum(field.type(), enums));
        group.groups().forEach(inner -> addEnums(inner, enums));
    }

    private static void addEnum(Type type, Set<String> enums) {
        if (type instanceof EnumType) {
            enums.add(withoutEscapes(JavaWords.type(type.name())));
        }
    }

    /// Enums may have got some `_` more than their names in the schema.
    private static String withoutEscapes(String name) {
        return name.replaceFirst("_+$", "");
    }

    private record Claims(Scope methods, Scope fields, Scope constants, Set<String> enums) {
        Template base(String schemaName) {
            String name = methods.claim(JavaWords.property(schemaName));
            String constant = JavaWords.constant(name);
            return new Template().with("x", name).with("name", JavaWords.identifier(schemaName))
                    .with("flyweight", fields.claim(name))
                    .with("H", constants.claim(enums.contains(withoutEscapes(constant)) ? constant + "_HANDLE"
                            : constant));
        }

        void slot(Template t, Type type) {
            derive(t, "Id", "SinceVersion", "EncodingOffset", "EncodingLength", "MetaAttribute", "IsNull", "IsPresent");
            switch (type) {
                case ScalarType scalar -> {
                    derive(t, "NullValue", "MinValue", "MaxValue");
                    derive(t, "Length", "CharacterEncoding");
                    prefixed(t, "put", "get", "wrap");
                }
                case EnumType e -> derive(t, "Raw");
                default -> {
                }
            }
        }

        void derive(Template t, String... suffixes) {
            for (String suffix : suffixes) {
                t.with("x" + suffix, methods.claim(t.get("x") + suffix));
            }
        }

        void prefixed(Template t, String... prefixes) {
            String base = JavaWords.type(t.get("x"));
            for (String prefix : prefixes) {
                t.with(prefix + "X", methods.claim(prefix + base));
            }
        }
    }
}
