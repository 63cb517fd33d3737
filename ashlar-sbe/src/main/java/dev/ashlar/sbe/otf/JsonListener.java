// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.otf;

import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.Group;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.ir.SetType;
import dev.ashlar.sbe.ir.VarData;
import dev.ashlar.sbe.otf.internal.JsonOutput;
import dev.ashlar.sbe.otf.internal.UtcTime;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// Writes the structure of one message or row as JSON; [JsonValues] writes the values of its fields.
///
/// **Threading**: for one thread at a time.
final class JsonListener implements MessageListener {
    private final JsonOutput out;
    private final JsonValues values;
    private final long schemaId;
    private final Slot[] headerExtras;
    private long timeNs;
    /// Origin of the message or row; null if it is not from a store.
    private JsonWriter.Origin origin;
    /// Whether it is a message with its header.
    private boolean whole;
    private int depth;
    /// Whether a member of the current composite, or of one inside it, has a value.
    private boolean valued;
    /// For each open composite: the start of its object in the output if the composite is null, else -1; and whether
    /// the enclosing composite had a value before it.
    private int[] begins = new int[4];
    private boolean[] valuedBefore = new boolean[4];
    private int composites;

    JsonListener(Schema schema, JsonOutput out) {
        this.out = out;
        values = new JsonValues(out);
        schemaId = schema.id();
        headerExtras = JsonNames.headerExtras(schema);
    }

    /// Announces a message.
    ///
    /// @param epochNs when it was seen, or [JsonWriter#NO_TIME]
    void ofMessage(long epochNs) {
        begin(null, true, epochNs);
    }

    /// Announces a row or value without a header.
    void ofRow(JsonWriter.Origin row) {
        begin(row, false, JsonWriter.NO_TIME);
    }

    /// Announces a message of a journal.
    void ofFrame(JsonWriter.Frame frame) {
        begin(frame, true, JsonWriter.NO_TIME);
    }

    private void begin(JsonWriter.Origin from, boolean isWhole, long epochNs) {
        origin = from;
        whole = isWhole;
        timeNs = epochNs;
    }

    @Override
    public void beginMessage(Message message, MessageHeader header) {
        depth = 0;
        composites = 0;
        out.begin('{');
        if (origin != null) {
            JsonOrigins.write(origin, out);
        }
        if (!whole) {
            return;
        }
        out.name(JsonNames.TEMPLATE);
        out.string(message.name());
        out.name(JsonNames.ID);
        out.number(message.id());
        out.name(JsonNames.SCHEMA);
        out.number(schemaId);
        out.name(JsonNames.VERSION);
        out.unsigned(header.version());
        if (timeNs != JsonWriter.NO_TIME) {
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
        values.scalar(slot, type, memory, offset, present);
    }

    @Override
    public void enumValue(Slot slot, EnumType type, MemorySegment memory, long offset, boolean present) {
        name(slot.name());
        valued |= composites > 0 && present && !slot.isConstant() && !slot.holdsNull(memory, offset);
        values.enumValue(slot, type, memory, offset, present);
    }

    @Override
    public void set(Slot slot, SetType type, MemorySegment memory, long offset, boolean present) {
        name(slot.name());
        valued |= values.set(slot, type, memory, offset, present);
    }

    @Override
    public boolean beginComposite(Slot slot, CompositeType type, MemorySegment memory, long offset,
            boolean present) {
        name(slot.name());
        if (!present) {
            out.nullValue();
            return false;
        }
        boolean isNull = slot.isNull(memory, offset);
        if (slot.isDecimal()) {
            valued |= !isNull;
            if (isNull) {
                out.nullValue();
                return false;
            }
            if (values.decimal(slot, memory, offset)) {
                return false;
            }
        }
        if (composites == begins.length) {
            begins = Arrays.copyOf(begins, 2 * composites);
            valuedBefore = Arrays.copyOf(valuedBefore, 2 * composites);
        }
        begins[composites] = isNull ? out.size() : -1;
        valuedBefore[composites++] = valued;
        valued = false;
        out.begin('{');
        depth++;
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
        values.data(data, memory, offset, length, present);
    }
}
