// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.otf;

import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.Group;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.SetType;
import dev.ashlar.sbe.ir.VarData;
import dev.ashlar.sbe.random.RandomMessage;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;

/// What [OtfDecoder] finds present, in the lines of [RandomMessage#facts()].
public class WireFacts implements MessageListener {
    public final List<String> facts = new ArrayList<>();
    private final Deque<String> path = new ArrayDeque<>();
    private boolean ended;

    public WireFacts() {
    }

    /// Whether the end of the message was reached.
    public boolean ended() {
        return ended;
    }

    @Override
    public void beginMessage(Message message, MessageHeader header) {
        path.push(message.name());
    }

    @Override
    public void endMessage(Message message) {
        ended = true;
    }

    /// The path of what has this name.
    protected String at(String name) {
        return path.peek() + "/" + name;
    }

    @Override
    public void scalar(Slot slot, ScalarType type, MemorySegment memory, long offset, boolean present) {
        if (present && !slot.isConstant()) {
            for (int i = 0; i < type.length(); i++) {
                String element = type.length() == 1 ? at(slot.name()) : at(slot.name()) + "[" + i + "]";
                facts.add(RandomMessage.fact(element, slot.getLong(memory, offset, i), type.primitive()));
            }
        }
    }

    @Override
    public void enumValue(Slot slot, EnumType type, MemorySegment memory, long offset, boolean present) {
        if (present && !slot.isConstant()) {
            facts.add(RandomMessage.fact(at(slot.name()), slot.getLong(memory, offset), type.primitive()));
        }
    }

    @Override
    public void set(Slot slot, SetType type, MemorySegment memory, long offset, boolean present) {
        if (present) {
            facts.add(RandomMessage.fact(at(slot.name()), slot.getLong(memory, offset), type.primitive()));
        }
    }

    @Override
    public boolean beginComposite(Slot slot, CompositeType type, MemorySegment memory, long offset, boolean present) {
        path.push(at(slot.name()));
        return true;
    }

    @Override
    public void endComposite(Slot slot, CompositeType type) {
        path.pop();
    }

    @Override
    public void beginGroup(Group group, long count, boolean present) {
        if (present) {
            facts.add(at(group.name()) + "=" + count);
        }
    }

    @Override
    public void beginEntry(Group group, long index) {
        path.push(at(group.name()) + "[" + index + "]");
    }

    @Override
    public void endEntry(Group group, long index) {
        path.pop();
    }

    @Override
    public void data(VarData data, MemorySegment memory, long offset, long length, boolean present) {
        if (present) {
            facts.add(at(data.name()) + "="
                    + HexFormat.of().formatHex(memory.asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE)));
        }
    }
}
