// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.internal;

import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.Field;
import dev.ashlar.sbe.ir.Literal;
import dev.ashlar.sbe.ir.Meta;
import dev.ashlar.sbe.ir.Presence;
import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.SetType;
import dev.ashlar.sbe.ir.Type;
import java.util.Optional;

/// Builds fields of fixed length and determines their presence and constants.
record FieldBuilder(Problems problems, Attributes attributes, TypeResolver types) {
    /// The field, or `null` after reporting why there is none.
    ///
    /// @param end where the fields before it end
    Field build(XmlElement element, String name, long end) {
        int id = attributes.requiredInt(element, "id", Integer.MAX_VALUE);
        Meta own = attributes.meta(element);
        Type type = types.named(element, "type");
        if (type == null || name == null) {
            return null;
        }
        if (isVariable(type)) {
            problems.report(element.locationOf("type"), Code.WRONG_KIND_OF_TYPE, "type " + type.name()
                    + " is of variable length: use <data> for " + name);
            return null;
        }
        checkSemanticType(element, own, type);
        Presence presence = presence(element, type);
        Optional<Literal> constant = Optional.empty();
        if (presence == Presence.CONSTANT) {
            constant = constant(element, type);
            if (constant.isEmpty()) {
                return null;
            }
        } else if (element.attribute("valueRef") != null) {
            problems.report(element.locationOf("valueRef"), Code.BAD_VALUE_REF,
                    "valueRef needs presence=\"constant\": valueRef=" + element.attribute("valueRef"));
        }
        long offset = presence == Presence.CONSTANT ? end : Offsets.place(element, end, attributes, problems);
        if (offset + type.encodedLength() > Integer.MAX_VALUE) {
            problems.report(element.location(), Code.TOO_LARGE, "field does not fit into a block: name=" + name
                    + ", offset=" + offset + ", bytes=" + type.encodedLength() + ", maxBytes=" + Integer.MAX_VALUE);
            return null;
        }
        Meta meta = new Meta(own.description(), own.semanticType().isEmpty() ? type.meta().semanticType()
                : own.semanticType(),
                Math.max(own.sinceVersion(), type.meta().sinceVersion()), own.deprecatedSince());
        return new Field(id, name, (int) offset, type, presence, constant,
                constant.isPresent() ? Attributes.optional(element, "valueRef") : "",
                Attributes.optional(element, "epoch"),
                Attributes.optional(element, "timeUnit"), meta);
    }

    private static boolean isVariable(Type type) {
        return type instanceof ScalarType scalar && scalar.length() == 0 && scalar.presence() != Presence.CONSTANT
                || type instanceof CompositeType composite
                        && composite.members().stream().anyMatch(m -> isVariable(m.type()));
    }

    private void checkSemanticType(XmlElement element, Meta own, Type type) {
        String ofType = type.meta().semanticType();
        if (!own.semanticType().isEmpty() && !ofType.isEmpty() && !own.semanticType().equals(ofType)) {
            problems.report(element.locationOf("semanticType"), Code.SEMANTIC_TYPE_MISMATCH, "semanticType="
                    + own.semanticType()
                    + " contradicts that of type " + type.name() + ", which is " + ofType);
        }
    }

    private Presence presence(XmlElement element, Type type) {
        Presence ofType = type instanceof ScalarType scalar ? scalar.presence() : Presence.REQUIRED;
        Presence own = attributes.presence(element, ofType);
        if (ofType == Presence.CONSTANT && own != Presence.CONSTANT) {
            problems.report(element.locationOf("presence"), Code.PRESENCE_MISMATCH,
                    "type " + type.name() + " is constant, so the field is, too: remove presence or change the type");
            return Presence.CONSTANT;
        }
        return own;
    }

    private Optional<Literal> constant(XmlElement element, Type type) {
        if (element.attribute("valueRef") != null) {
            return referenced(element, type);
        }
        if (type instanceof ScalarType scalar && scalar.constant().isPresent()) {
            return scalar.constant();
        }
        problems.report(element.location(), Code.BAD_CONSTANT,
                "constant field has no value: use a constant type or, for an enum, "
                + "valueRef=\"Enum.Value\": name=" + Attributes.optional(element, "name"));
        return Optional.empty();
    }

    private Optional<Literal> referenced(XmlElement element, Type type) {
        EnumType.ValidValue value = ValueRefs.find(element, types, problems);
        if (value == null) {
            return Optional.empty();
        }
        PrimitiveType encoding = types.enumNamed(ValueRefs.enumName(element), element.location()).primitive();
        PrimitiveType own = switch (type) {
            case ScalarType scalar -> scalar.length() == 1 ? scalar.primitive() : null;
            case EnumType enumType -> enumType.primitive();
            case CompositeType _, SetType _ -> null;
        };
        if (own != encoding) {
            problems.report(element.locationOf("valueRef"), Code.BAD_VALUE_REF, "the enum is encoded as "
                    + encoding.sbeName()
                    + ", which type " + type.name() + " is not: valueRef=" + element.attribute("valueRef"));
            return Optional.empty();
        }
        return Optional.of(Literal.of(value.bits()));
    }
}
