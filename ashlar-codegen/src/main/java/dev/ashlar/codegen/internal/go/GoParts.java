// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.go;

import dev.ashlar.codegen.internal.layout.WholeMember;
import dev.ashlar.codegen.internal.model.JsonText;
import dev.ashlar.codegen.internal.model.Names;
import dev.ashlar.codegen.internal.model.Part;
import dev.ashlar.codegen.internal.model.TextEncoding;
import dev.ashlar.codegen.internal.text.Template;
import dev.ashlar.sbe.ir.Block;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.Group;
import dev.ashlar.sbe.ir.VarData;
import java.util.List;

/// Groups and data of messages and entries.
record GoParts(GoNames names) {
    static List<Part> of(Block block, Names scope) {
        return Part.of(block, scope, List.of("", "IsPresent"), List.of("", "IsPresent", "Set*", "Set*Raw"));
    }

    /// Statements that move `end` over the parts, and keep where each of them ends.
    String walk(List<Part> parts) {
        StringBuilder out = new StringBuilder();
        for (Part part : parts) {
            if (part.element() instanceof Group group) {
                String tail = Part.firstVersion(group).isEmpty() ? "\tend = enter$T(w, end).end()\n" : "\tend = walk$T(w, end)\n";
                out.append(new Template().with("T", names.of(group)).fill(tail));
            } else {
                VarData data = (VarData) part.element();
                out.append(new Template().with("since", data.meta().sinceVersion()).with("header", data.headerLength())
                        .with("name", GoWords.string(data.name()))
                        .with("length", GoTypes.read(WholeMember.of(data.encoding(), "length"), "header"))
                        .with("limits", limits(data.encoding(), "length")).fill("""
                        \tif header := w.header(end, $since, $header, DataTooLong, $name); header != nil {
                        \t\tend = w.data(end, $header, $length, $limits, $name)
                        \t}
                        """));
            }
            out.append("\td.positions[").append(part.index() + 1).append("] = end\n");
        }
        return out.toString();
    }

    /// The accessor in a decoder.
    String getter(Part part, String receiver) {
        Template t = new Template().with("R", receiver).with("X", part.name()).with("i", part.index())
                .with("next", part.index() + 1);
        if (part.element() instanceof Group group) {
            return t.with("T", names.of(group)).with("doc", GoWords.doc("", part.name(), "iterates over the entries of the group "
                    + group.name() + ".", group.meta())).fill("""

                    ${doc}func (d $R) $X() ${T}Group {
                    \tg := ${T}Group{walk: walk{message: d.message, version: d.fields.version}}
                    \tg.group = enter$T(&g.walk, d.positions[$i])
                    \treturn g
                    }
                    """) + presence(t, group.name(), group.meta().sinceVersion());
        }
        VarData data = (VarData) part.element();
        return t.with("bytes", GoDecoding.bytesType(TextEncoding.of(data.characterEncoding())))
                .with("header", data.headerLength()).with("doc", GoWords.doc("", part.name(), "is the data " + data.name() + ".",
                data.meta())).fill("""

                ${doc}func (d $R) $X() $bytes {
                \treturn dataAt(d.message, d.positions[$i], $header, d.positions[$next])
                }
                """) + presence(t, data.name(), data.meta().sinceVersion());
    }

    private static String presence(Template t, String name, int since) {
        return t.with("name", name).with("present", since == 0 ? "true" : "d.fields.version >= " + since).fill("""

                // ${X}IsPresent reports whether $name is present, even if empty.
                func (d $R) ${X}IsPresent() bool {
                \treturn $present
                }
                """);
    }

    /// Statements that write a part as JSON.
    static String json(Part part, boolean root) {
        if (part.element() instanceof Group group) {
            return GoJson.name(JsonText.name(root, group.name())) + new Template().with("X", part.name()).fill("""
                    \tj.begin('[')
                    \tfor entries := d.$X(); entries.Next(); {
                    \t\tentries.Entry().json(j)
                    \t}
                    \tj.end(']')
                    """);
        }
        VarData data = (VarData) part.element();
        String write = GoJson.data(TextEncoding.of(data.characterEncoding()), "d." + part.name() + "()");
        return GoJson.name(JsonText.name(root, data.name())) + (data.meta().sinceVersion() == 0 ? "\t" + write + "\n"
                : GoJson.unless("!d." + part.name() + "IsPresent()", write));
    }

    /// The accessor in an encoder.
    ///
    /// @param parts    of the block
    /// @param receiver the type of the encoder; `*` before that of a message
    String setter(Part part, int parts, String receiver) {
        boolean root = receiver.startsWith("*");
        int missing = parts - part.index();
        String base = root ? "e.cursor.base" : "e.base.base";
        String after = missing > 1 ? base + "+" + (missing - 1) : root ? base : "e.base.after";
        Template t = new Template().with("R", receiver).with("X", part.name())
                .with("cursor", root ? "e.cursor" : "e.block.cursor")
                .with("numbers", base + "+" + missing + ", " + after);
        if (part.element() instanceof Group group) {
            WholeMember count = WholeMember.of(group.dimension(), "numInGroup");
            StringBuilder writes = new StringBuilder(GoTypes.write(WholeMember.of(group.dimension(), "blockLength"), "header",
                    Integer.toString(group.blockLength()))).append(GoTypes.write(count, "header", "count"));
            WholeMember.counts(group.dimension()).forEach((name, member) -> writes.append(GoTypes.write(member, "header",
                    Integer.toString(name.equals("groups") ? group.groups().size() : group.data().size()))));
            return t.with("T", names.of(group)).with("header", group.dimension().encodedLength())
                    .with("group", Part.isEmpty(group) ? "emptyGroup" : "group")
                    .with("limits", limits(group.dimension(), "numInGroup"))
                    .with("name", GoWords.string(group.name())).with("writes", writes.toString().replaceAll("(?m)^", "\t").stripTrailing())
                    .with("doc", GoWords.doc("", part.name(), "begins the group " + group.name() + " of exactly count entries.",
                            group.meta())).fill("""

                    ${doc}func (e $R) $X(count int) ${T}Writer {
                    \tentries, header := $cursor.$group($numbers, $header, count, $limits, $name)
                    \tif header != nil {
                    $writes
                    \t}
                    \treturn ${T}Writer{entries}
                    }
                    """);
        }
        VarData data = (VarData) part.element();
        WholeMember length = WholeMember.of(data.encoding(), "length");
        t.with("header", data.headerLength()).with("name", GoWords.string(data.name()))
                .with("limits", limits(data.encoding(), "length"))
                .with("write", GoTypes.write(length, "to", "len(value)").strip());
        TextEncoding encoding = TextEncoding.of(data.characterEncoding());
        boolean text = encoding.isByteText();
        return text(t, data, length, encoding) + (text ? t.fill("""

                // Set${X}Raw writes bytes without checking that they are text.
                """) : "\n" + GoWords.doc("", "Set" + part.name(), "writes the data " + data.name() + ".", data.meta()))
                + t.with("raw", text ? "Raw" : "").fill("""
                func (e $R) Set$X$raw(value []byte) {
                \tif to := $cursor.data($numbers, $header, len(value), $limits, $name); to != nil {
                \t\t$write
                \t\tcopy(to[$header:], value)
                \t}
                }
                """);
    }

    private static String text(Template t, VarData data, WholeMember length, TextEncoding encoding) {
        t.with("charset", encoding.charset()).with("doc", GoWords.doc("", "Set" + t.get("X"), "writes the data " + data.name()
                + (encoding == TextEncoding.LATIN_1 ? " in ISO-8859-1. The argument is UTF-8." : " in "
                        + encoding.charset() + "."), data.meta()));
        return switch (encoding) {
            case ASCII, UTF_8 -> t.with("isText", GoDecoding.isText(encoding, "value")).fill("""

                    ${doc}func (e $R) Set$X(value string) {
                    \tif !$cursor.accepts($isText, "$charset", $name) {
                    \t\treturn
                    \t}
                    \tif to := $cursor.data($numbers, $header, len(value), $limits, $name); to != nil {
                    \t\t$write
                    \t\tcopy(to[$header:], value)
                    \t}
                    }
                    """);
            case LATIN_1 -> t.with("writeLength", GoTypes.write(length, "to", "length").strip()).fill("""

                    ${doc}func (e $R) Set$X(value string) {
                    \tlength := latin1Length(value)
                    \tif !$cursor.accepts(length >= 0, "$charset", $name) {
                    \t\treturn
                    \t}
                    \tif to := $cursor.data($numbers, $header, length, $limits, $name); to != nil {
                    \t\t$writeLength
                    \t\tputLatin1(to[$header:], value)
                    \t}
                    }
                    """);
            case UTF_16LE, UTF_16BE, WINDOWS_1252, OTHER, BYTES -> "";
        };
    }

    /// A statement that copies a part from the decoder `from`.
    static String copy(Part part) {
        boolean raw = part.element() instanceof VarData data && TextEncoding.of(data.characterEncoding()).isByteText();
        return new Template().with("X", part.name()).with("raw", raw ? "Raw" : "").fill(part.element() instanceof Group
                ? "\te.$X(from.$X().group.count).copy(from.$X())\n" : "\te.Set$X$raw(from.$X())\n");
    }

    /// The least and the greatest count or length that the schema allows, as arguments.
    private static String limits(CompositeType type, String name) {
        WholeMember member = WholeMember.of(type, name);
        return member.least() + ", " + member.greatest();
    }

    /// The types that read and write the entries of a group.
    ///
    /// @param nulls the bytes of an entry with every field set to null
    String group(Group group, String nulls) {
        int tail = Part.firstVersion(group).orElse(-1);
        int parts = group.groups().size() + group.data().size();
        return new Template().with("T", names.of(group)).with("plain", group.name()).with("name", GoWords.string(group.name()))
                .with("since", group.meta().sinceVersion()).with("header", group.dimension().encodedLength())
                .with("length", GoTypes.read(WholeMember.of(group.dimension(), "blockLength"), "header"))
                .with("count", GoTypes.read(WholeMember.of(group.dimension(), "numInGroup"), "header"))
                .with("limits", limits(group.dimension(), "numInGroup"))
                .with("blockLength", group.blockLength()).with("nulls", nulls)
                .with("tail", tail < 0 ? "false" : tail == 0 ? "true" : "w.version >= " + tail)
                .with("fields", parts == 0 ? "block" : "block, block.parts(" + parts + ")")
                .with("over", tail < 0 ? "" : new Template().with("T", names.of(group)).with("leaf", tail == 0 ? "" : """
                        \tif w.version < $tail {
                        \t\treturn g.end()
                        \t}
                        """.replace("$tail", Integer.toString(tail))).fill("""

                        // walk$T walks over the entries and returns the position after them.
                        func walk$T(w *walk, at int) int {
                        \tg := enter$T(w, at)
                        $leaf\tvar entry ${T}Decoder
                        \tfor g.take(w) {
                        \t\tg.next = entry.walk(w, g.next, g.blockLength)
                        \t}
                        \treturn g.next
                        }
                        """)).fill("""
                        // ${T}Group iterates over the entries of the group $plain.
                        type ${T}Group struct {
                        \tgroup group
                        \twalk  walk
                        \tentry ${T}Decoder
                        }

                        // enter$T reads the dimension before the entries.
                        func enter$T(w *walk, at int) group {
                        \theader := w.header(at, $since, $header, GroupTooLong, $name)
                        \tif header == nil {
                        \t\treturn group{next: at}
                        \t}
                        \treturn w.group(at, $header, $length, $count, $limits, $tail, $name)
                        }
                        $over
                        // Len returns the number of entries.
                        func (g *${T}Group) Len() int {
                        \treturn g.group.count
                        }

                        // Next moves to the next entry; it returns false after the last one.
                        func (g *${T}Group) Next() bool {
                        \tif !g.group.take(&g.walk) {
                        \t\treturn false
                        \t}
                        \tg.group.next = g.entry.walk(&g.walk, g.group.next, g.group.blockLength)
                        \treturn g.walk.failed == nil
                        }

                        // Entry returns the entry that Next moved to.
                        func (g *${T}Group) Entry() ${T}Decoder {
                        \treturn g.entry
                        }

                        // Err returns the error if Next stopped before the last entry because the bytes have changed.
                        func (g *${T}Group) Err() error {
                        \treturn g.walk.err()
                        }

                        // ${T}Writer writes the entries of the group $plain: exactly as many as announced.
                        type ${T}Writer struct {
                        \tentries entries
                        }

                        // Add begins the next entry, with every field set to null.
                        func (w *${T}Writer) Add() ${T}Encoder {
                        \tblock := w.entries.add($blockLength, $nulls, $name)
                        \treturn ${T}Encoder{$fields}
                        }

                        // Remaining returns the number of entries still to be added.
                        func (w *${T}Writer) Remaining() int {
                        \treturn w.entries.remaining
                        }

                        // copy adds copies of the entries.
                        func (w ${T}Writer) copy(from ${T}Group) {
                        \tfor from.Next() {
                        \t\tw.Add().CopyFrom(from.Entry())
                        \t}
                        }
                        """);
    }
}
