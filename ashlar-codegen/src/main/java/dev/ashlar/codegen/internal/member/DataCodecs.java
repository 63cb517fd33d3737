// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.member;

import dev.ashlar.codegen.internal.code.BlockCode;
import dev.ashlar.codegen.internal.code.OrderChecks;
import dev.ashlar.codegen.internal.layout.WholeMember;
import dev.ashlar.codegen.internal.text.Charsets;
import dev.ashlar.codegen.internal.text.ClassBody;
import dev.ashlar.codegen.internal.text.Doc;
import dev.ashlar.codegen.internal.text.Template;
import dev.ashlar.sbe.ir.Member;
import dev.ashlar.sbe.ir.VarData;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Writes the members that read and write the [VarData] of one block.
public final class DataCodecs {
    private final BlockCode code;
    private final OrderChecks order;
    private final ClassBody out;
    private final List<Template> templates = new ArrayList<>();

    public DataCodecs(BlockCode code, OrderChecks order, ClassBody out) {
        this.code = code;
        this.order = order;
        this.out = out;
        for (int i = 0; i < code.block().data().size(); i++) {
            VarData data = code.block().data().get(i);
            WholeMember length = WholeMember.of(data.encoding(), "length");
            templates.add(new Template().withAll(code.names().data().get(i)).with("C", code.className())
                    .with("limit", code.cursor()).with("header", data.headerLength()).with("version", code.version())
                    .with("since", data.meta().sinceVersion()).with("path", code.path() + "." + data.name())
                    .with("min", length.least()).with("max", length.greatest()));
        }
    }

    /// Constants: the header of each.
    public void handles() {
        for (int i = 0; i < templates.size(); i++) {
            Member length = code.block().data().get(i).lengthMember();
            out.lines(templates.get(i).with("at", length.offset()).with("size", length.type().encodedLength())
                    .fill("private static final DataHeader $H = new DataHeader($header, $at, $size, BYTE_ORDER, $min, $max, \"$path\");"));
        }
    }

    public void decode() {
        for (int i = 0; i < templates.size(); i++) {
            VarData data = code.block().data().get(i);
            Template t = templates.get(i);
            MetaEmitter.data(data, t, out);
            boolean always = data.meta().sinceVersion() == 0;
            t.with("isPresent", always ? "true" : t.fill("$version >= $since"))
                    .with("consume", order.consume(i)).with("require", order.require(i))
                    .with("absent", always ? "" : t.fill("    if (!$xIsPresent()) {\n        return 0;\n    }\n"))
                    .with("move", always ? t.fill("$limit = start + length;")
                            : t.fill("if ($xIsPresent()) {\n        $limit = start + length;\n    }"))
                    .with("consumeIf", always || order.consume(i).isEmpty() ? order.consume(i)
                            : t.fill("    if ($xIsPresent()) {\n    ") + order.consume(i) + "    }\n");
            length(t);
            copies(data, t);
            Charsets.expression(data.characterEncoding()).ifPresent(charset -> text(data, t.with("charset", charset)));
        }
    }

    public void encode() {
        for (int i = 0; i < templates.size(); i++) {
            VarData data = code.block().data().get(i);
            Template t = templates.get(i);
            MetaEmitter.data(data, t, out);
            t.with("consume", order.consume(i)).with("require", order.require(i));
            out.member(Doc.of(data.meta(), "") + t.fill("""
                    public $C $putX(byte[] src, int srcOffset, int length) {
                    ${require}    long limit = $limit;
                        $H.put(this, limit, src, srcOffset, length);
                    ${consume}    $limit = limit + $header + length;
                        return this;
                    }"""));
            out.member(Doc.of(data.meta(), "") + t.fill("""
                    public $C $putX(MemorySegment src, long srcOffset, int length) {
                    ${require}    long limit = $limit;
                        $H.putLength(memory, limit, length);
                        MemorySegment.copy(src, srcOffset, memory, limit + $header, length);
                    ${consume}    $limit = limit + $header + length;
                        return this;
                    }"""));
            Optional<String> charset = Charsets.expression(data.characterEncoding());
            if (charset.isPresent()) {
                for (String type : new String[] {"String", "CharSequence"}) {
                    out.member(Doc.of(data.meta(), "") + t.with("type", type).with("charset", charset.get()).fill("""
                            public $C $x($type value) {
                            ${require}    int length = Text.length(value, $charset, "$path");
                                long limit = $limit;
                                $H.putLength(memory, limit, length);
                                Text.put(memory, limit + $header, value, length, $charset);
                            ${consume}    $limit = limit + $header + length;
                                return this;
                            }"""));
                }
            }
        }
    }

    private void length(Template t) {
        out.member(t.fill("""
                /// Whether the writer's version has the data. If not, the data reads as empty.
                public boolean $xIsPresent() {
                    return $isPresent;
                }"""));
        out.member(t.fill("""
                /// Length in bytes of the data at the cursor. The cursor does not move.
                ///
                /// @throws MalformedMessageException if the data extends beyond the memory
                public int $xLength() {
                ${absent}${require}    return $H.length(memory, $limit);
                }"""));
        out.member(t.fill("""
                /// Moves the cursor past the data and returns the length of the data in bytes.
                public int $skipX() {
                ${absent}    int length = $xLength();
                ${consume}    $limit += ${header}L + length;
                    return length;
                }"""));
    }

    private void copies(VarData data, Template t) {
        out.member(Doc.of(data.meta(), "") + t.fill("""
                public int $getX(byte[] dst, int dstOffset, int length) {
                ${absent}${require}    long limit = $limit;
                    int dataLength = $H.get(this, limit, dst, dstOffset, length);
                ${consume}    $limit = limit + $header + dataLength;
                    return Math.min(length, dataLength);
                }"""));
        out.member(Doc.of(data.meta(), "") + t.fill("""
                public int $getX(MemorySegment dst, long dstOffset, int length) {
                ${absent}    int dataLength = $xLength();
                    int copied = Math.min(length, dataLength);
                    long start = $limit + $header;
                    MemorySegment.copy(memory, start, dst, dstOffset, copied);
                ${consume}    $limit = start + dataLength;
                    return copied;
                }"""));
        out.member(Doc.of(data.meta(), "") + t.fill("""
                public MemorySegment $wrapX() {
                    int length = $xLength();
                    long start = $limit + $header;
                    MemorySegment data = memory.asSlice(length == 0 ? 0 : start, length);
                ${consumeIf}    $move
                    return data;
                }"""));
    }

    private void text(VarData data, Template t) {
        out.member(Doc.of(data.meta(), "") + t.fill("""
                public String $x() {
                    int length = $xLength();
                    long start = $limit + $header;
                    String text = Text.get(memory, start, length, $charset);
                ${consumeIf}    $move
                    return text;
                }"""));
        out.member(Doc.of(data.meta(), "") + t.fill("""
                public int $getX(Appendable destination) {
                ${absent}    int length = $xLength();
                    long start = $limit + $header;
                    Text.append(memory, start, length, $charset, destination);
                ${consume}    $limit = start + length;
                    return length;
                }"""));
    }
}
