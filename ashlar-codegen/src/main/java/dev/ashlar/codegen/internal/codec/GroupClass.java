// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.codec;

import dev.ashlar.codegen.internal.code.GroupCode;
import dev.ashlar.codegen.internal.code.OrderChecks;
import dev.ashlar.codegen.internal.member.DataCodecs;
import dev.ashlar.codegen.internal.member.MemberSlots;
import dev.ashlar.codegen.internal.text.ClassBody;
import dev.ashlar.codegen.internal.text.Template;
import java.util.List;
import java.util.stream.Stream;

/// The nested class of a group: the members that decoders and encoders share.
///
/// @param g      the group
/// @param groups those inside it
record GroupClass(GroupCode g, List<GroupCode> groups, OrderChecks order, MemberSlots slots, DataCodecs data,
        ClassBody out) {
    /// Opens the class: constants, fields and the constructor.
    ///
    /// @param declaration up to the brace, with its doc
    void open(String declaration) {
        Template t = g.t();
        out.open(declaration);
        out.lines(t.fill("public static final int HEADER_SIZE = $header;"));
        out.lines(t.get("handles"));
        slots.handles();
        data.handles();
        out.member(t.fill("""
                private final $M message;"""));
        slots.fields();
        out.lines(order.parentField());
        out.lines(order.field());
        StringBuilder nestedNew = new StringBuilder();
        for (GroupCode inner : groups) {
            out.lines(inner.t().fill("private final $C $flyweight;"));
            nestedNew.append(inner.t().with("argument", order.argument())
                    .fill("    this.$flyweight = new $C(message$argument);\n"));
        }
        out.member(t.with("nested", order.assignment() + nestedNew).with("parameter", order.parameter()).fill("""
                private $C($M message$parameter) {
                    this.message = message;
                ${nested}}"""));
    }

    /// A method without parameters.
    ///
    /// @param doc with line feed; may be empty
    record Getter(String type, String name, String value, String doc) {
    }

    /// Methods that return the place of an entry and the constants of the schema.
    ///
    /// @param own methods to emit before them
    void getters(Getter... own) {
        Template t = g.t();
        Stream.concat(Stream.of(own), Stream.of(
                new Getter("long", "sbeOffset", "offset < 0 ? -1 : offset",
                        "/// Offset of the block of the current entry; -1 before the first entry.\n"),
                new Getter("static int", "countMinValue", t.get("minCount"), ""),
                new Getter("static int", "countMaxValue", t.get("maxCount"), ""),
                new Getter("static int", "sbeHeaderSize", "HEADER_SIZE", ""),
                new Getter("static int", "sbeBlockLength", t.get("block"), "")))
                .forEach(getter -> out.member(getter.doc + "public " + getter.type + " " + getter.name
                        + "() {\n    return " + getter.value + ";\n}"));
    }
}
