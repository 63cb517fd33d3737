// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.otf;

import dev.ashlar.sbe.ir.Block;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.ir.VarData;
import dev.ashlar.sbe.otf.SchemaLayout.BlockPlan;
import dev.ashlar.sbe.otf.SchemaLayout.DataPlan;
import dev.ashlar.sbe.otf.SchemaLayout.GroupPlan;
import dev.ashlar.sbe.otf.internal.Numbers;
import dev.ashlar.sbe.otf.internal.Wire;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Encodes messages of a schema from names and values, in the schema's own version.
///
/// | in the schema         | Java value                                                                                 |
/// |-----------------------|--------------------------------------------------------------------------------------------|
/// | whole number          | any [Number] that is whole; a `uint64` above 2^63-1 as [java.math.BigInteger]              |
/// | float, double         | any [Number]; `"NaN"`, `"Infinity"`, `"-Infinity"`                                         |
/// | char                  | [String] of one character or [Character]                                                   |
/// | char array            | [String], `byte[]`, or a map with the one key `hex`                                        |
/// | other array           | [List] or array of the array's length                                                      |
/// | enum                  | [String] name, or a number                                                                 |
/// | set                   | [java.util.Collection] of names and bits, or bits as a number                              |
/// | mantissa and exponent | any [Number], kept exactly; or a map                                                       |
/// | other composite       | [Map] of its members                                                                       |
/// | constant              | nothing, or the value it has                                                               |
/// | group                 | [List] of maps                                                                             |
/// | data                  | [String] (hexadecimal digits if there is no charset), `byte[]` or [MemorySegment]           |
///
/// A field that is not set, or set to `null`, gets the null value; groups and data are then empty. Gaps are zero.
/// Header members `numGroups` and `numVarDataFields`, which some schemas have, are filled in.
///
/// **Threading**: for one thread at a time. **Failure**: an [IllegalArgumentException] names the path of the value
/// refused; an [IndexOutOfBoundsException] says that the memory ends before the message. The memory then holds part of
/// a message.
public final class OtfEncoder {
    private final Schema schema;
    private final ByteOrder order;
    private final SchemaLayout plan;
    private final EncodingPath path = new EncodingPath();
    private final SlotWriter slots;
    private final TextValues texts;
    /// By identity: hashing a record would visit everything below it for each message.
    private final Map<Block, Set<String>> names = new IdentityHashMap<>();
    private final Set<String> headerNames = new HashSet<>();
    private final Map<CompositeType, Slot[]> headers = new IdentityHashMap<>();

    /// Which values are checked beyond what the bytes can hold.
    public enum Checks {
        /// Required values must be set, values must lie within their declared ranges, enums and sets must have a name
        /// for them, and text in `US-ASCII` must have no other characters.
        STRICT,
        /// Every value that decoders accept is accepted, and missing values are null: for re-encoding decoded messages.
        /// Characters of ISO 8859-1 stand for the bytes above 127 of text in `US-ASCII`, as in JSON.
        LENIENT
    }

    /// With [Checks#STRICT].
    ///
    /// @throws IllegalArgumentException if a header, dimension or data encoding lacks a required member
    public OtfEncoder(Schema schema) {
        this(schema, Checks.STRICT);
    }

    /// @throws IllegalArgumentException if a header, dimension or data encoding lacks a required member
    public OtfEncoder(Schema schema, Checks checks) {
        this.schema = schema;
        this.order = schema.byteOrder();
        this.plan = new SchemaLayout(schema);
        this.texts = new TextValues(checks == Checks.STRICT);
        this.slots = new SlotWriter(checks == Checks.STRICT, path, texts);
        for (Slot extra : JsonNames.headerExtras(schema)) {
            headerNames.add(extra.name());
        }
    }

    public Schema schema() {
        return schema;
    }

    /// Begins a message to be set value by value.
    ///
    /// @throws IllegalArgumentException if the schema has no such message
    public MessageBuilder begin(String template) {
        require(template);
        return new MessageBuilder(this, template);
    }

    /// Encodes a message, header first.
    ///
    /// @param values by name, of fields, groups and data
    /// @param offset where the header goes
    /// @return bytes of the message, header included
    /// @throws IllegalArgumentException  if a name is unknown or a value refused
    /// @throws IndexOutOfBoundsException if the message is longer than the memory from there
    public long encode(String template, Map<String, ?> values, MemorySegment memory, long offset) {
        return encode(template, Map.of(), values, memory, offset);
    }

    /// Encodes a message with values for header members that the standard does not define.
    ///
    /// @param header by name; missing members are zero
    /// @return bytes of the message, header included
    /// @throws IllegalArgumentException  if a name is unknown or a value refused
    /// @throws IndexOutOfBoundsException if the message is longer than the memory from there
    public long encode(String template, Map<String, ?> header, Map<String, ?> values, MemorySegment memory,
            long offset) {
        Message message = require(template);
        path.begin(message.name());
        long next = header(message, header, memory, offset);
        return block(plan.message(message.id()), values, memory, next) - offset;
    }

    private Message require(String template) {
        Message message = schema.message(template);
        if (message == null) {
            throw new IllegalArgumentException("schema has no such message: template=" + Numbers.show(template));
        }
        return message;
    }

    private long header(Message message, Map<String, ?> values, MemorySegment memory, long offset) {
        long next = reserve(memory, offset, schema.header().encodedLength());
        for (String name : values.keySet()) {
            if (!headerNames.contains(name)) {
                throw path.refuse("header has no such member: name=" + Numbers.show(name));
            }
        }
        for (Slot slot : slotsOf(schema.header())) {
            switch (slot.name()) {
                case "blockLength" -> derived(slot, message.blockLength(), memory, offset);
                case "templateId" -> derived(slot, message.id(), memory, offset);
                case "schemaId" -> derived(slot, schema.id(), memory, offset);
                case "version" -> derived(slot, schema.version(), memory, offset);
                default -> {
                    if (values.get(slot.name()) != null) {
                        slots.write(slot, values.get(slot.name()), memory, offset + slot.offset());
                    } else {
                        counts(slot, message, memory, offset);
                    }
                }
            }
        }
        return next;
    }

    private Slot[] slotsOf(CompositeType composite) {
        return headers.computeIfAbsent(composite,
                c -> c.members().stream().map(m -> new Slot(m, order)).toArray(Slot[]::new));
    }

    private void counts(Slot slot, Block block, MemorySegment memory, long at) {
        switch (slot.name()) {
            case "numGroups" -> derived(slot, block.groups().size(), memory, at);
            case "numVarDataFields" -> derived(slot, block.data().size(), memory, at);
            default -> {
                // Its meaning is unknown, so it is left zero.
            }
        }
    }

    /// Writes a member of a header or dimension that follows from the message; a constant one is not on the wire.
    private void derived(Slot slot, long value, MemorySegment memory, long at) {
        if (slot.isConstant() || slot.primitive() == null) {
            return;
        }
        if (slot.primitive().isFloatingPoint() || !Wire.fits(value, slot.primitive())) {
            throw path.refuse("header cannot hold its value: " + slot.name() + "=" + value);
        }
        Wire.putWhole(memory, at + slot.offset(), slot.primitive(), slot.bigEndian(), value);
    }

    private long block(BlockPlan plan, Map<?, ?> values, MemorySegment memory, long at) {
        requireKnown(plan.block, values);
        long next = reserve(memory, at, plan.block.blockLength());
        for (Slot field : plan.fields) {
            slots.write(field, values.get(field.name()), memory, at + field.offset());
        }
        for (GroupPlan group : plan.groups) {
            int mark = path.enter(group.group.name());
            next = group(group, values.get(group.group.name()), memory, next);
            path.leave(mark);
        }
        for (DataPlan data : plan.data) {
            int mark = path.enter(data.data.name());
            next = data(data, values.get(data.data.name()), memory, next);
            path.leave(mark);
        }
        return next;
    }

    private void requireKnown(Block block, Map<?, ?> values) {
        if (values.isEmpty()) {
            return;
        }
        Set<String> known = names.computeIfAbsent(block, OtfEncoder::namesOf);
        for (Object name : values.keySet()) {
            if (!(name instanceof String) || !known.contains(name)) {
                throw path.refuse("no such field, group or data: name=" + Numbers.show(name));
            }
        }
    }

    private static Set<String> namesOf(Block block) {
        List<String> all = new ArrayList<>();
        block.fields().forEach(f -> all.add(f.name()));
        block.groups().forEach(g -> all.add(g.name()));
        block.data().forEach(d -> all.add(d.name()));
        return Set.copyOf(new HashSet<>(all));
    }

    private long group(GroupPlan plan, Object value, MemorySegment memory, long at) {
        if (value != null && !(value instanceof List<?>)) {
            throw path.refuse("not a list of entries: value=" + Numbers.show(value));
        }
        List<?> entries = value == null ? List.of() : (List<?>) value;
        long next = reserve(memory, at, plan.headerLength);
        if (!plan.counts.contains(entries.size())) {
            throw path.refuse("count out of range: count=" + entries.size() + ", " + plan.counts);
        }
        for (Slot slot : slotsOf(plan.group.dimension())) {
            switch (slot.name()) {
                case "blockLength" -> derived(slot, plan.group.blockLength(), memory, at);
                case "numInGroup" -> derived(slot, entries.size(), memory, at);
                default -> counts(slot, plan.group, memory, at);
            }
        }
        for (int i = 0; i < entries.size(); i++) {
            int mark = path.enter(i);
            if (!(entries.get(i) instanceof Map<?, ?> entry)) {
                throw path.refuse("not a map of values: value=" + Numbers.show(entries.get(i)));
            }
            next = block(plan.entry, entry, memory, next);
            path.leave(mark);
        }
        return next;
    }

    private long data(DataPlan plan, Object value, MemorySegment memory, long at) {
        VarData data = plan.data;
        byte[] bytes;
        try {
            bytes = value == null ? new byte[0] : texts.bytes(value, data.characterEncoding());
        } catch (IllegalArgumentException e) {
            throw path.refuse(e);
        }
        if (!plan.lengths.contains(bytes.length)) {
            throw path.refuse("length out of range: length=" + bytes.length + ", " + plan.lengths);
        }
        long from = reserve(memory, at, plan.headerLength);
        derived(plan.length, bytes.length, memory, at);
        long next = reserve(memory, from, bytes.length);
        MemorySegment.copy(MemorySegment.ofArray(bytes), 0, memory, from, bytes.length);
        return next;
    }

    /// Zeros the next bytes, so that gaps and unset values never expose earlier contents.
    private long reserve(MemorySegment memory, long at, long length) {
        if (at < 0 || length > memory.byteSize() - at) {
            throw new IndexOutOfBoundsException("message longer than memory: offset=" + at + ", length=" + length
                    + ", byteSize=" + memory.byteSize());
        }
        memory.asSlice(at, length).fill((byte) 0);
        return at + length;
    }
}
