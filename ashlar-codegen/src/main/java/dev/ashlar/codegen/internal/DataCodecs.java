// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal;

import dev.ashlar.sbe.ir.Literal;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.VarData;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Writes what reads and writes the [VarData] of one block.
final class DataCodecs {
    private final BlockCode code;
    private final OrderChecks order;
    private final Source out;
    private final List<Template> templates = new ArrayList<>();

    DataCodecs(BlockCode code, OrderChecks order, Source out) {
        this.code = code;
        this.order = order;
        this.out = out;
        for (int i = 0; i < code.block().data().size(); i++) {
            VarData data = code.block().data().get(i);
            templates.add(new Template().withAll(code.names().data().get(i)).with("C", code.className())
                    .with("limit", code.cursor()).with("header", data.headerLength()).with("version", code.version())
                    .with("since", data.meta().sinceVersion()).with("path", code.path() + "." + data.name())
                    .with("max", Math.min(maxLength(data), Integer.MAX_VALUE)));
        }
    }

    void handles() {
        for (int i = 0; i < templates.size(); i++) {
            VarData data = code.block().data().get(i);
            Primitive length = length(data);
            if (isOnWire(data)) {
                out.lines(templates.get(i).with("handle", length.name()).with("at", data.lengthMember().offset())
                        .fill("private static final VarHandle $H = FieldHandles.of$handle(BYTE_ORDER, $header, $at);"));
            }
        }
    }

    void decode() {
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
            length(data, t);
            copies(data, t);
            Charsets.expression(data.characterEncoding()).ifPresent(charset -> text(data, t.with("charset", charset)));
        }
    }

    void encode() {
        for (int i = 0; i < templates.size(); i++) {
            VarData data = code.block().data().get(i);
            Template t = templates.get(i);
            MetaEmitter.data(data, t, out);
            Primitive length = length(data);
            String bits = length.wire().equals("int") ? "length" : "(" + length.wire() + ") length";
            t.with("consume", order.consume(i)).with("check", t.fill("""
                        Bounds.checkPut(memory, limit, $header, length, $max, "$path");
                    """)).with("write", isOnWire(data) ? t.fill("    $H.set(memory, limit, " + bits + ");\n") : "");
            for (String[] source : new String[][] {
                    {"byte[] src, int srcOffset", "Bytes.put(memory, limit + $header, src, srcOffset, length);"},
                    {"MemorySegment src, long srcOffset",
                        "MemorySegment.copy(src, srcOffset, memory, limit + $header, length);"}}) {
                out.member(Doc.of(data.meta(), "") + t.with("src", source[0]).with("copy", t.fill(source[1])).fill("""
                        public $C $putX($src, int length) {
                            long limit = $limit;
                        ${check}${consume}${write}    $copy
                            $limit = limit + $header + length;
                            return this;
                        }"""));
            }
            Optional<String> charset = Charsets.expression(data.characterEncoding());
            if (charset.isPresent()) {
                for (String type : new String[] {"String", "CharSequence"}) {
                    out.member(Doc.of(data.meta(), "") + t.with("type", type).with("charset", charset.get()).fill("""
                            public $C $x($type value) {
                                int length = Text.length(value, $charset);
                                long limit = $limit;
                            ${check}${consume}${write}    Text.put(memory, limit + $header, value, length, $charset);
                                $limit = limit + $header + length;
                                return this;
                            }"""));
                }
            }
        }
    }

    private void length(VarData data, Template t) {
        Primitive length = length(data);
        String read = isOnWire(data) ? switch (length.type()) {
            case UINT8 -> "Byte.toUnsignedInt((byte) " + t.fill("$H.get(memory, limit))");
            default -> length.read(t.fill("$H.get(memory, limit)"));
        } : "0";
        out.member(t.fill("""
                /// Whether the writer's version has the data at all; if not, it reads as empty.
                public boolean $xIsPresent() {
                    return $isPresent;
                }"""));
        out.member(t.with("read", read).fill("""
                /// Bytes of the data at the cursor, which does not move.
                ///
                /// @throws MalformedMessageException if they reach beyond the memory
                public int $xLength() {
                ${absent}${require}    long limit = $limit;
                    Bounds.checkRead(memory, limit, $header, "$path");
                    return Bounds.checkData(memory, limit + $header, $read, "$path");
                }"""));
        out.member(t.fill("""
                /// Moves the cursor behind the data and returns its bytes.
                public int $skipX() {
                ${absent}    int length = $xLength();
                ${consume}    $limit += ${header}L + length;
                    return length;
                }"""));
    }

    private void copies(VarData data, Template t) {
        for (String[] target : new String[][] {
                {"byte[] dst, int dstOffset", "Bytes.get(memory, start, dst, dstOffset, copied);"},
                {"MemorySegment dst, long dstOffset", "MemorySegment.copy(memory, start, dst, dstOffset, copied);"}}) {
            out.member(Doc.of(data.meta(), "") + t.with("dst", target[0]).with("copy", target[1]).fill("""
                    public int $getX($dst, int length) {
                    ${absent}    int dataLength = $xLength();
                        int copied = Math.min(length, dataLength);
                        long start = $limit + $header;
                        $copy
                    ${consume}    $limit = start + dataLength;
                        return copied;
                    }"""));
        }
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

    /// An expression of the length at `limit`, checked.
    static String checkedLength(VarData data, String handle, String path) {
        Primitive length = length(data);
        String read = isOnWire(data) ? length.read(handle + ".get(memory, limit)") : "0";
        return "Bounds.checkData(memory, limit + " + data.headerLength() + ", " + read + ", \"" + path + "\")";
    }

    private static Primitive length(VarData data) {
        return Primitive.of(((ScalarType) data.lengthMember().type()).primitive());
    }

    private static boolean isOnWire(VarData data) {
        return data.lengthMember().type().encodedLength() > 0;
    }

    private static long maxLength(VarData data) {
        ScalarType type = (ScalarType) data.lengthMember().type();
        return type.effectiveMax() instanceof Literal.Whole(long bits) && bits >= 0 ? bits : Long.MAX_VALUE;
    }
}
