// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.otf;

import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.Group;
import dev.ashlar.sbe.ir.Literal;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Presence;
import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.ir.SetType;
import dev.ashlar.sbe.ir.VarData;
import dev.ashlar.sbe.otf.internal.JsonOutput;
import dev.ashlar.sbe.otf.internal.TextCodec;
import dev.ashlar.sbe.otf.internal.TextCodecs;
import dev.ashlar.sbe.otf.internal.UtcTime;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Map;

/// Writes messages as JSON, one object a line, from which [JsonReader] makes the same bytes again.
///
/// The object begins with `template`, `id`, `schema`, `version` (the writer's) and, if given, `time`; then `header`
/// with the members beyond the standard's four, if there are any; then fields, groups and data in schema order. A root
/// field that has one of those names is written with a `_` after it.
///
/// | in the schema         | in JSON                                                                                    |
/// |-----------------------|--------------------------------------------------------------------------------------------|
/// | whole number          | number; `uint64` unsigned                                                                  |
/// | float, double         | number; `"NaN"`, `"Infinity"`, `"-Infinity"`                                               |
/// | char                  | string of one character, empty for NUL                                                     |
/// | char array            | string up to the first NUL; `{"hex":"…"}` if the bytes are no text in the charset          |
/// | other array           | array                                                                                      |
/// | enum                  | name; number if it has none                                                                |
/// | set                   | array of names; bits without a name as one number, the last element                        |
/// | mantissa and exponent | number with exactly these digits: `15.00` is 1500 and -2                                    |
/// | other composite       | object                                                                                     |
/// | constant              | its value                                                                                  |
/// | group                 | array of objects                                                                           |
/// | data                  | string; without a charset, of hexadecimal digits                                           |
/// | null, or absent       | `null`; an absent group is empty; a null composite in which another member has a value is  |
/// |                       | an object, so that nothing is lost                                                         |
///
/// **Threading**: for one thread at a time. **Failure**: as [OtfDecoder]; nothing is written of a malformed message.
public final class JsonWriter {
    /// Stands for no time.
    public static final long NO_TIME = Long.MIN_VALUE;
    private static final int MAX_EXPONENT = 99_999;

    private final OtfDecoder decoder;
    private final JsonOutput out = new JsonOutput();
    private final Listener listener;
    private long timeNs;
    /// Where what is written comes from a store; null where not.
    private Origin origin;
    /// Whether that is a message with its header.
    private boolean whole;

    /// @throws IllegalArgumentException if a header, dimension or data encoding lacks its members
    public JsonWriter(Schema schema) {
        decoder = new OtfDecoder(schema);
        listener = new Listener(schema);
    }

    /// Writes one message and a line feed.
    ///
    /// @param length  bytes that may be read, at least those of the message
    /// @param epochNs when the message was seen, in nanoseconds since 1970 (UTC), or [#NO_TIME]
    /// @return bytes of the message, header included
    /// @throws dev.ashlar.codec.MalformedMessageException if the message is of another schema, unknown or reaches
    ///     beyond `length`
    /// @throws IndexOutOfBoundsException if `offset` and `length` reach beyond the memory
    public long write(MemorySegment memory, long offset, long length, long epochNs,
            OutputStream to) throws IOException {
        long decodedLength = render(memory, offset, length, epochNs);
        out.endLine();
        out.writeTo(to);
        return decodedLength;
    }

    /// One message as a string, without time and line feed.
    ///
    /// @throws dev.ashlar.codec.MalformedMessageException as [#write(MemorySegment, long, long, long, OutputStream)]
    ///     does
    /// @throws IndexOutOfBoundsException if `offset` and `length` reach beyond the memory
    public String toJson(MemorySegment memory, long offset, long length) {
        render(memory, offset, length, NO_TIME);
        return out.toString();
    }

    /// Metadata of a block or message in a store; distinguished from fields by the `_` before each name.
    public sealed interface Origin permits Row, Frame, Keyed {
    }

    /// What is known of a message in a journal.
    ///
    /// @param position where it lies
    /// @param epochNs  when the message was seen, or [#NO_TIME]
    /// @param sequence the number that was recorded with it, unsigned
    /// @param row      of its root block; negative if it has none
    public record Frame(long position, long epochNs, long sequence, long row) implements Origin {
    }

    /// What is known of the value of a key.
    ///
    /// @param record  its number
    /// @param version of the value; 0 if there is none
    public record Keyed(long record, long version) implements Origin {
    }

    /// What is known of a row of a table.
    ///
    /// @param row      its number
    /// @param parent   row of its parent; -1 if it has none
    /// @param position of its message in a journal; -1 if it has none
    /// @param epochNs  when the message was seen, or [#NO_TIME]
    /// @param retired  whether the message is no longer in the journal
    public record Row(long row, long parent, long position, long epochNs, boolean retired) implements Origin {
        public static Row of(long row) {
            return new Row(row, -1, -1, NO_TIME, false);
        }

        public Row withParent(long parentRow) {
            return new Row(row, parentRow, position, epochNs, retired);
        }

        public Row withMessage(long messagePosition, long timeNs) {
            return new Row(row, parent, messagePosition, timeNs, retired);
        }

        /// The same, whose message is no longer in the journal if `value` is true.
        public Row withRetiredMessage(boolean value) {
            return new Row(row, parent, position, epochNs, value);
        }
    }

    /// Writes one row of a table, or one value, and a line feed: an object with what is known of it, and the fields of
    /// the block. A field that has one of those names is written with a `_` after it.
    ///
    /// @param message     of this writer's schema, without groups and data
    /// @param offset      of the block
    /// @param blockLength bytes of it
    /// @param version     of the schema by which it was written
    public void writeRow(Origin row, Message message, MemorySegment memory, long offset, int blockLength, int version,
            OutputStream to) throws IOException {
        origin = row;
        whole = false;
        out.clear();
        try {
            decoder.decodeBody(message, memory, offset, blockLength, blockLength, version, listener);
        } finally {
            origin = null;
        }
        out.endLine();
        out.writeTo(to);
    }

    /// Writes one message of a journal, and a line feed: what is known of it before what
    /// [#write(MemorySegment, long, long, long, OutputStream)] writes. A root field that has one of those names is
    /// written with a `_` after it.
    ///
    /// @param length bytes that may be read, at least those of the message
    /// @return bytes of the message, header included
    /// @throws dev.ashlar.codec.MalformedMessageException as [#write(MemorySegment, long, long, long, OutputStream)]
    ///     does; then nothing is written
    public long writeFrame(Frame frame, MemorySegment memory, long offset, long length, OutputStream to)
            throws IOException {
        origin = frame;
        whole = true;
        long decodedLength;
        try {
            decodedLength = render(memory, offset, length, NO_TIME);
        } finally {
            origin = null;
        }
        out.endLine();
        out.writeTo(to);
        return decodedLength;
    }

    /// Writes that a message cannot be decoded, and a line feed: what is known of it, `_length` and `_reason`.
    ///
    /// @param length bytes of it
    public void writeUndecoded(Frame frame, long length, String reason, OutputStream to) throws IOException {
        out.clear();
        out.begin('{');
        listener.origin(frame);
        out.name(JsonNames.LENGTH);
        out.number(length);
        endProblem(reason, to);
    }

    /// Writes that a key has no value that can be read, and a line feed: what is known of it, `_key` and `_reason`.
    ///
    /// @param key as people read it
    public void writeUnread(Keyed value, String key, String reason, OutputStream to) throws IOException {
        out.clear();
        out.begin('{');
        listener.origin(value);
        out.name(JsonNames.KEY);
        out.string(key);
        endProblem(reason, to);
    }

    private void endProblem(String reason, OutputStream to) throws IOException {
        out.name(JsonNames.REASON);
        out.string(reason);
        out.end('}');
        out.endLine();
        out.writeTo(to);
    }

    private long render(MemorySegment memory, long offset, long length, long epochNs) {
        timeNs = epochNs;
        out.clear();
        return decoder.decode(memory, offset, length, listener);
    }

    private final class Listener implements MessageListener {
        private final long schemaId;
        private final Slot[] headerExtras;
        private final TextCodecs codecs = new TextCodecs();
        private final Map<VarData, TextCodec> dataCodecs = new IdentityHashMap<>();
        private int depth;
        /// Whether a member of the composite at hand, or of one inside it, has a value.
        private boolean valued;
        /// Of open composites: where the object begins in the output if the composite is null, else -1; and whether
        /// the one around it had a value before it.
        private int[] begins = new int[4];
        private boolean[] valuedBefore = new boolean[4];
        private int composites;

        Listener(Schema schema) {
            schemaId = schema.id();
            headerExtras = JsonNames.headerExtras(schema);
        }

        @Override
        public void beginMessage(Message message, MessageHeader header) {
            depth = 0;
            composites = 0;
            out.begin('{');
            if (origin != null) {
                origin(origin);
                if (!whole) {
                    return;
                }
            }
            out.name(JsonNames.TEMPLATE);
            out.string(message.name());
            out.name(JsonNames.ID);
            out.number(message.id());
            out.name(JsonNames.SCHEMA);
            out.number(schemaId);
            out.name(JsonNames.VERSION);
            out.unsigned(header.version());
            if (timeNs != NO_TIME) {
                out.name(JsonNames.TIME);
                UtcTime.write(out, timeNs);
            }
            if (headerExtras.length > 0) {
                out.name(JsonNames.HEADER);
                out.begin('{');
                depth++;
                for (Slot extra : headerExtras) {
                    headerMember(extra, header.memory(), header.offset() + extra.offset());
                }
                depth--;
                out.end('}');
            }
        }

        private void origin(Origin of) {
            switch (of) {
                case Row row -> {
                    number(JsonNames.ROW, row.row(), true);
                    number(JsonNames.PARENT, row.parent(), row.parent() >= 0);
                    number(JsonNames.POSITION, row.position(), row.position() >= 0);
                    time(row.epochNs());
                    if (row.retired()) {
                        out.name(JsonNames.RETIRED);
                        out.literal("true");
                    }
                }
                case Frame frame -> {
                    number(JsonNames.POSITION, frame.position(), true);
                    time(frame.epochNs());
                    out.name(JsonNames.SEQUENCE);
                    out.unsigned(frame.sequence());
                    number(JsonNames.ROW, frame.row(), frame.row() >= 0);
                }
                case Keyed value -> {
                    number(JsonNames.RECORD, value.record(), true);
                    number(JsonNames.VALUE_VERSION, value.version(), value.version() > 0);
                }
            }
        }

        private void number(String name, long value, boolean known) {
            if (known) {
                out.name(name);
                out.number(value);
            }
        }

        private void time(long epochNs) {
            if (epochNs != NO_TIME) {
                out.name(JsonNames.ROW_TIME);
                UtcTime.write(out, epochNs);
            }
        }

        private void headerMember(Slot slot, MemorySegment memory, long at) {
            switch (slot.type()) {
                case ScalarType scalar -> scalar(slot, scalar, memory, at, true);
                case EnumType enumType -> enumValue(slot, enumType, memory, at, true);
                case SetType set -> set(slot, set, memory, at, true);
                case CompositeType composite -> {
                    if (beginComposite(slot, composite, memory, at, true)) {
                        for (Slot member : slot.memberArray()) {
                            headerMember(member, memory, at + member.offset());
                        }
                        endComposite(slot, composite);
                    }
                }
            }
        }

        @Override
        public void endMessage(Message message) {
            out.end('}');
        }

        private void name(String name) {
            if (depth == 0) {
                String escaped = origin == null ? name : JsonNames.columnName(name);
                out.name(origin == null || whole ? JsonNames.rootName(escaped) : escaped);
            } else {
                out.name(name);
            }
        }

        @Override
        public void scalar(Slot slot, ScalarType type, MemorySegment memory, long offset, boolean present) {
            name(slot.name());
            valued |= composites > 0 && present && !slot.isConstant() && !slot.holdsNulls(memory, offset);
            if (slot.isConstant()) {
                literal(type.primitive(), slot.constant().orElse(type.primitive().nullValue()));
            } else if (!present) {
                out.nullValue();
            } else if (type.length() == 1) {
                single(slot, type.primitive(), memory, offset);
            } else if (slot.isNull(memory, offset)) {
                out.nullValue();
            } else if (type.primitive() == PrimitiveType.CHAR) {
                text(type, memory, offset);
            } else {
                out.begin('[');
                for (int i = 0; i < type.length(); i++) {
                    single(slot, type.primitive(), memory, slot.elementOffset(offset, i));
                }
                out.end(']');
            }
        }

        private void text(ScalarType type, MemorySegment memory, long offset) {
            TextCodec codec = codecs.get(type.characterEncoding().isEmpty() ? "US-ASCII" : type.characterEncoding());
            if (codec == null) {
                TextCodec.writeHex(out, memory, offset, type.length());
            } else {
                codec.write(out, memory, offset, codec.contentLength(memory, offset, type.length()));
            }
        }

        private void single(Slot slot, PrimitiveType primitive, MemorySegment memory, long at) {
            if (slot.presence() == Presence.OPTIONAL && slot.holdsNull(memory, at)) {
                out.nullValue();
            } else if (primitive.isFloatingPoint()) {
                real(primitive, slot.getDouble(memory, at));
            } else {
                whole(primitive, slot.getLong(memory, at));
            }
        }

        private void whole(PrimitiveType primitive, long bits) {
            switch (primitive) {
                case CHAR -> {
                    out.beginString();
                    if (bits != 0) {
                        out.codePoint((int) bits);
                    }
                    out.endString();
                }
                case UINT64 -> out.unsigned(bits);
                case INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, FLOAT, DOUBLE -> out.number(bits);
            }
        }

        private void real(PrimitiveType primitive, double value) {
            if (!Double.isFinite(value)) {
                out.string(Double.toString(value));
            } else {
                out.literal(primitive == PrimitiveType.FLOAT ? Float.toString((float) value) : Double.toString(value));
            }
        }

        private void literal(PrimitiveType primitive, Literal value) {
            switch (value) {
                case Literal.Whole(long bits) -> whole(primitive, bits);
                case Literal.Real(double number) -> real(primitive, number);
                case Literal.Text(String text) -> out.string(text);
            }
        }

        @Override
        public void enumValue(Slot slot, EnumType type, MemorySegment memory, long offset, boolean present) {
            name(slot.name());
            valued |= composites > 0 && present && !slot.isConstant() && !slot.holdsNull(memory, offset);
            if (!present || slot.isNull(memory, offset)) {
                out.nullValue();
                return;
            }
            long bits = slot.isConstant() ? Slot.bitsOf(slot.constant().orElse(type.effectiveNull()))
                    : slot.getLong(memory, offset);
            String valueName = Slot.nameOf(type, bits);
            if (valueName != null) {
                out.string(valueName);
            } else if (type.primitive() == PrimitiveType.UINT64) {
                out.unsigned(bits);
            } else {
                out.number(bits);
            }
        }

        @Override
        public void set(Slot slot, SetType type, MemorySegment memory, long offset, boolean present) {
            name(slot.name());
            if (!present) {
                out.nullValue();
                return;
            }
            long width = 8L * type.primitive().size();
            long bits = slot.getLong(memory, offset) & -1L >>> 64 - width;
            long unnamed = bits;
            valued |= bits != 0;
            out.begin('[');
            for (int i = 0; i < type.choices().size(); i++) {
                SetType.Choice choice = type.choices().get(i);
                if ((bits & 1L << choice.bit()) != 0) {
                    out.string(choice.name());
                    unnamed &= ~(1L << choice.bit());
                }
            }
            if (unnamed != 0) {
                out.unsigned(unnamed);
            }
            out.end(']');
        }

        @Override
        public boolean beginComposite(Slot slot, CompositeType type, MemorySegment memory, long offset,
                boolean present) {
            name(slot.name());
            if (!present) {
                out.nullValue();
                return false;
            }
            if (slot.isDecimal() && decimal(slot, memory, offset)) {
                return false;
            }
            if (composites == begins.length) {
                begins = Arrays.copyOf(begins, 2 * composites);
                valuedBefore = Arrays.copyOf(valuedBefore, 2 * composites);
            }
            begins[composites] = slot.isNull(memory, offset) ? out.size() : -1;
            valuedBefore[composites++] = valued;
            valued = false;
            out.begin('{');
            depth++;
            return true;
        }

        /// Writes a decimal as a number, unless its exponent is null or beyond what numbers can say.
        private boolean decimal(Slot slot, MemorySegment memory, long offset) {
            if (slot.isNull(memory, offset)) {
                out.nullValue();
                return true;
            }
            valued = true;
            Slot exponentSlot = slot.exponent();
            if (exponentSlot.presence() == Presence.OPTIONAL
                    && exponentSlot.holdsNull(memory, offset + exponentSlot.offset())) {
                return false;
            }
            long exponent = SchemaLayout.read(exponentSlot, memory, offset);
            if (exponent > MAX_EXPONENT || exponent < -MAX_EXPONENT) {
                return false;
            }
            Slot mantissaSlot = slot.mantissa();
            long mantissa = mantissaSlot.getLong(memory, offset + mantissaSlot.offset());
            boolean negative = mantissa < 0 && mantissaSlot.primitive() != PrimitiveType.UINT64;
            out.decimal(negative, negative ? -mantissa : mantissa, (int) exponent, exponentSlot.isConstant());
            return true;
        }

        @Override
        public void endComposite(Slot slot, CompositeType type) {
            depth--;
            out.end('}');
            int begin = begins[--composites];
            if (begin >= 0 && !valued) {
                out.replaceFrom(begin);
                out.nullValue();
            }
            valued |= valuedBefore[composites];
        }

        @Override
        public void beginGroup(Group group, long count, boolean present) {
            name(group.name());
            out.begin('[');
            depth++;
        }

        @Override
        public void beginEntry(Group group, long index) {
            out.begin('{');
        }

        @Override
        public void endEntry(Group group, long index) {
            out.end('}');
        }

        @Override
        public void endGroup(Group group) {
            depth--;
            out.end(']');
        }

        @Override
        public void data(VarData data, MemorySegment memory, long offset, long length, boolean present) {
            name(data.name());
            if (!present) {
                out.nullValue();
                return;
            }
            TextCodec codec = dataCodecs.get(data);
            if (codec == null && !dataCodecs.containsKey(data)) {
                codec = codecs.get(data.characterEncoding());
                dataCodecs.put(data, codec);
            }
            if (codec == null) {
                TextCodec.writeHex(out, memory, offset, length);
            } else {
                codec.write(out, memory, offset, length);
            }
        }
    }
}
