// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.csharp;

import dev.ashlar.codegen.internal.layout.WholeMember;
import dev.ashlar.codegen.internal.model.JsonText;
import dev.ashlar.codegen.internal.model.Names;
import dev.ashlar.codegen.internal.model.Part;
import dev.ashlar.codegen.internal.model.TextEncoding;
import dev.ashlar.codegen.internal.text.Template;
import dev.ashlar.sbe.ir.Block;
import dev.ashlar.sbe.ir.Group;
import dev.ashlar.sbe.ir.VarData;
import java.util.List;

/// Groups and data of messages and entries.
record CsParts(CsNames names) {
    static List<Part> of(Block block, Names scope) {
        return Part.of(block, scope, List.of("", "IsPresent"), List.of("", "IsPresent", "Text", "Walk"));
    }

    /// The offsets of all parts, and the walk that finds them.
    String walk(List<Part> parts) {
        StringBuilder fields = new StringBuilder();
        StringBuilder steps = new StringBuilder("walk.Block(at, blockLength, SbeName, out positions."
                + (parts.isEmpty() ? "End" : parts.getFirst().name()) + ")");
        for (int i = 0; i < parts.size(); i++) {
            Part part = parts.get(i);
            fields.append("internal int ").append(part.name()).append(";\n");
            String step = part.element() instanceof Group group ? names.of(group) + "Group.SbeCheck" : part.name() + "Walk";
            steps.append("\n        && ").append(step).append("(ref walk, positions.").append(part.name())
                    .append(", out positions.").append(i + 1 < parts.size() ? parts.get(i + 1).name() : "End").append(")");
        }
        return new Template().with("fields", fields.toString().indent(4)).with("steps", steps).fill("""

                internal static bool SbeCheck(ref SbeWalk walk, int at, long blockLength, out Positions positions)
                {
                    positions = default;
                    return $steps;
                }

                /// <summary>The offset of each group and data, and the offset after the last of them.</summary>
                internal struct Positions
                {
                $fields    internal int End;
                }
                """);
    }

    /// The accessor in a decoder.
    String getter(Part part) {
        Template t = new Template().with("x", part.name());
        if (part.element() instanceof Group group) {
            return "\n" + CsWords.doc(group.meta(), "") + t.with("G", names.of(group))
                    .with("present", isPresent(group.meta().sinceVersion())).fill("""
                    public ${G}Group $x =>
                        new ${G}Group(message, positions.$x, version);

                    public bool ${x}IsPresent => $present;
                    """);
        }
        VarData data = (VarData) part.element();
        int since = data.meta().sinceVersion();
        WholeMember length = WholeMember.of(data.encoding(), "length");
        String text = switch (TextEncoding.of(data.characterEncoding())) {
            case ASCII, LATIN_1 -> "Latin1";
            case UTF_8 -> "Utf8";
            case UTF_16LE, UTF_16BE, WINDOWS_1252, OTHER, BYTES -> "";
        };
        return "\n" + CsWords.doc(data.meta(), "") + t.with("present", isPresent(since)).with("header", data.headerLength())
                .with("name", CsWords.string(data.name())).with("length", CsWords.read(length, "walk.Bytes", "at"))
                .with("min", length.least()).with("max", length.greatest())
                .with("end", "positions.").with("absent", since == 0 ? "" : """
                            if (walk.Version < SINCE)
                            {
                                return true;
                            }

                        """.replace("SINCE", Integer.toString(since)).indent(0))
                .with("text", text.isEmpty() ? "" : t.with("E", text).fill("""

                        public string ${x}Text() => SbeText.From$E($x);
                        """)).fill("""
                public ReadOnlySpan<byte> $x
                {
                    get
                    {
                        var walk = new SbeWalk(message, version);
                        int at = positions.$x;
                        if (!${x}Walk(ref walk, at, out int end))
                        {
                            throw new SbeMalformedMessageException(walk.Found);
                        }

                        return end == at ? default : message.Slice(at + $header, end - at - $header);
                    }
                }
                $text
                public bool ${x}IsPresent => $present;

                private static bool ${x}Walk(ref SbeWalk walk, int at, out int next)
                {
                    next = at;
                $absent    return walk.Has(at, $header)
                        ? walk.Data(at, $header, $length, $min, $max, $name, out next)
                        : walk.Fail(SbeStatus.DataTooLong, at, $name);
                }
                """);
    }

    private static String isPresent(int since) {
        return since == 0 ? "true" : "version >= " + since;
    }

    /// Statements that write a part as JSON.
    static String json(Part part, boolean root) {
        Template t = new Template().with("x", part.name());
        if (part.element() instanceof Group group) {
            return CsJson.name(JsonText.name(root, group.name())) + t.fill("""
                    json.Begin('[');
                    foreach (var entry in $x)
                    {
                        entry.WriteJson(json);
                    }

                    json.End(']');
                    """);
        }
        VarData data = (VarData) part.element();
        return CsJson.name(JsonText.name(root, data.name())) + CsJson.orNull(data.meta().sinceVersion() == 0 ? "true"
                : part.name() + "IsPresent", CsJson.data(TextEncoding.of(data.characterEncoding()), part.name()));
    }

    /// The accessor in an encoder.
    ///
    /// @param parts    of the block
    /// @param typeName of the encoder
    String setter(Part part, int parts, String typeName) {
        Template t = new Template().with("x", part.name()).with("remaining", parts - part.index()).with("C", typeName);
        if (part.element() instanceof Group group) {
            return "\n" + CsWords.doc(group.meta(), "") + t.with("G", names.of(group))
                    .with("name", CsWords.string(group.name())).fill("""
                    /// <exception cref="SbeEncodingException">
                    /// if the group is not the next part, does not fit, or has a count out of range
                    /// </exception>
                    public ${G}Writer $x(int count)
                    {
                        cursor.Require(parts, $remaining, $name);
                        return new ${G}Writer(buffer, cursor, parts, $remaining, count);
                    }
                    """);
        }
        VarData data = (VarData) part.element();
        WholeMember length = WholeMember.of(data.encoding(), "length");
        t.with("name", CsWords.string(data.name())).with("header", data.headerLength())
                .with("min", length.least()).with("max", length.greatest())
                .with("write", CsWords.write(length, "to", "value.Length").strip());
        TextEncoding encoding = TextEncoding.of(data.characterEncoding());
        String doc = "\n" + CsWords.doc(data.meta(), "");
        String bytes = t.fill("""
                /// <exception cref="SbeEncodingException">if the data is not the next part, or does not fit</exception>
                public $C $x(ReadOnlySpan<byte> value)
                {
                    SbeText.RequireCount(value.Length, $min, $max, $name);
                    cursor.Require(parts, $remaining, $name);
                    Span<byte> to = cursor.Reserve(buffer, $header + (long)value.Length, $name);
                    cursor.Complete(parts, $remaining);
                    to.Slice(0, $header).Clear();
                    $write
                    value.CopyTo(to.Slice($header));
                    return this;
                }
                """);
        return doc + bytes + (!encoding.isByteText() ? "" : t.with("E", CsWords.charset(encoding)).with("plain", encoding.charset())
                .with("write", CsWords.write(length, "to", "length").strip()).fill("""

                /// <exception cref="SbeEncodingException">
                /// if the data is not the next part, does not fit, or has a character that $plain lacks
                /// </exception>
                public $C $x(string value)
                {
                    int length = SbeText.${E}Length(value, $name);
                    SbeText.RequireCount(length, $min, $max, $name);
                    cursor.Require(parts, $remaining, $name);
                    Span<byte> to = cursor.Reserve(buffer, $header + (long)length, $name);
                    cursor.Complete(parts, $remaining);
                    to.Slice(0, $header).Clear();
                    $write
                    SbeText.Put$E(value, to.Slice($header));
                    return this;
                }
                """));
    }

    /// Statements that copy a part from the decoder `from`.
    static String copy(Part part) {
        return new Template().with("x", part.name()).with("local", "entriesOf" + part.name()).fill(part.element() instanceof Group ? """
                var $local = $x(from.$x.Count);
                foreach (var entry in from.$x)
                {
                    $local.Next().CopyFrom(entry);
                }

                """ : """
                $x(from.$x);
                """);
    }

    /// The entries of a group, to read and to write.
    String group(Group group) {
        WholeMember count = WholeMember.of(group.dimension(), "numInGroup");
        WholeMember blockLength = WholeMember.of(group.dimension(), "blockLength");
        int since = group.meta().sinceVersion();
        int tail = Part.firstVersion(group).orElse(-1);
        String writes = CsWords.write(blockLength, "to", Integer.toString(group.blockLength()))
                + CsWords.write(count, "to", "count") + CsTypes.counts(group.dimension(), group.groups().size(),
                        group.data().size());
        String absent = since == 0 ? "" : """
                if (VERSION < SINCE)
                {
                    return;
                }

                """.replace("SINCE", Integer.toString(since));
        return new Template().with("T", names.of(group)).with("header", group.dimension().encodedLength())
                .with("name", CsWords.string(group.name())).with("doc", CsWords.comment("The entries of the group "
                        + group.name() + "."))
                .with("writerDoc", CsWords.comment("Writes the entries of the group " + group.name()
                        + ": exactly as many as announced."))
                .with("min", count.least()).with("max", count.greatest()).with("blockLength", group.blockLength())
                .with("empty", Part.isEmpty(group) ? "        cursor.CountEmpty(count, "
                        + CsWords.string(group.name()) + ");\n" : "")
                .with("absentCheck", absent.replace("VERSION", "walk.Version").replace("return;", "return true;").indent(8))
                .with("absent", absent.replace("VERSION", "version").indent(8))
                .with("checkLength", CsWords.read(blockLength, "walk.Bytes", "at"))
                .with("checkCount", CsWords.read(count, "walk.Bytes", "at"))
                .with("length", CsWords.read(blockLength, "message", "at"))
                .with("count", CsWords.read(count, "message", "at"))
                .with("writes", writes.indent(8))
                .with("reset", since == 0 ? "" : "        blockLength = 0;\n        first = 0;\n        Count = 0;\n")
                .with("steps", steps(group, tail).indent(8)).fill("""
                        ${doc}public readonly ref struct ${T}Group
                        {
                            private readonly ReadOnlySpan<byte> message;
                            private readonly int version;
                            private readonly long blockLength;
                            private readonly int first;

                            internal ${T}Group(ReadOnlySpan<byte> message, int at, int version)
                            {
                                this.message = message;
                                this.version = version;
                        $reset$absent        if ($header > message.Length - at)
                                {
                                    throw new SbeMalformedMessageException(new SbeValidation(SbeStatus.GroupTooLong, at, $name));
                                }

                                blockLength = $length;
                                first = at + $header;
                                Count = checked((int)$count);
                            }

                            public int Count { get; }

                            public Enumerator GetEnumerator() =>
                                new Enumerator(message, version, blockLength, first, Count);

                            internal static bool SbeCheck(ref SbeWalk walk, int at, out int next)
                            {
                                next = at;
                        $absentCheck        if (!walk.Has(at, $header))
                                {
                                    return walk.Fail(SbeStatus.GroupTooLong, at, $name);
                                }

                                long blockLength = $checkLength;
                                long count = $checkCount;
                        $steps    }

                            public ref struct Enumerator
                            {
                                private readonly ReadOnlySpan<byte> message;
                                private readonly int version;
                                private readonly long blockLength;
                                private int next;
                                private int remaining;

                                internal Enumerator(
                                    ReadOnlySpan<byte> message, int version, long blockLength, int first, int count)
                                {
                                    this.message = message;
                                    this.version = version;
                                    this.blockLength = blockLength;
                                    next = first;
                                    remaining = count;
                                    Current = default;
                                }

                                public ${T}Decoder Current { get; private set; }

                                /// <exception cref="SbeMalformedMessageException">if the bytes have changed</exception>
                                public bool MoveNext()
                                {
                                    if (remaining == 0)
                                    {
                                        return false;
                                    }

                                    remaining--;
                                    Current = new ${T}Decoder(message, next, blockLength, version);
                                    next = Current.SbeEnd;
                                    return true;
                                }
                            }
                        }

                        ${writerDoc}public ref struct ${T}Writer
                        {
                            private readonly Span<byte> buffer;
                            private readonly SbeCursor cursor;
                            private readonly SbeParts entries;

                            internal ${T}Writer(Span<byte> buffer, SbeCursor cursor, SbeParts parts, int missing, int count)
                            {
                                SbeText.RequireCount(count, $min, $max, $name);
                        $empty        Span<byte> to = cursor.Reserve(buffer, $header, $name);
                                to.Clear();
                        $writes        this.buffer = buffer;
                                this.cursor = cursor;
                                cursor.Complete(parts, missing);
                                entries = cursor.Begin(count);
                                Remaining = count;
                            }

                            public int Remaining { get; private set; }

                            /// <summary>Begins the next entry, with every field set to null.</summary>
                            /// <exception cref="SbeEncodingException">
                            /// if no entry is left, or if the previous entry lacks groups or data
                            /// </exception>
                            public ${T}Encoder Next()
                            {
                                cursor.RequireEntry(entries, Remaining, $name);
                                Span<byte> block = cursor.Reserve(buffer, $blockLength, $name);
                                cursor.Complete(entries, Remaining);
                                Remaining--;
                                return new ${T}Encoder(buffer, cursor, block);
                            }
                        }
                        """);
    }

    /// Statements that walk over the entries of a group.
    private String steps(Group group, int tail) {
        WholeMember count = WholeMember.of(group.dimension(), "numInGroup");
        Template t = new Template().with("T", names.of(group)).with("header", group.dimension().encodedLength())
                .with("name", CsWords.string(group.name())).with("min", count.least()).with("max", count.greatest())
                .with("tail", tail == 0 ? "true" : "walk.Version >= " + tail);
        return t.fill(tail < 0 ? """
                return walk.Group(at, $header, blockLength, count, $min, $max, false, $name, out next);
                """ : """
                bool tail = $tail;
                if (!walk.Group(at, $header, blockLength, count, $min, $max, tail, $name, out next))
                {
                    return false;
                }

                for (long i = 0; tail && i < count; i++)
                {
                    if (!${T}Decoder.SbeCheck(ref walk, next, blockLength, out ${T}Decoder.Positions positions))
                    {
                        return false;
                    }

                    next = positions.End;
                }

                return true;
                """);
    }
}
