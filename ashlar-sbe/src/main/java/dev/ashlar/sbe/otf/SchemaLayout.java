// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.otf;

import dev.ashlar.sbe.ir.Block;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.Group;
import dev.ashlar.sbe.ir.Literal;
import dev.ashlar.sbe.ir.Member;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.ir.VarData;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// A schema laid out for walking messages: arrays instead of lists, so that a walk allocates nothing.
final class SchemaLayout {
    private final long[] templateIds;
    private final BlockPlan[] messages;

    /// @throws IllegalArgumentException if a header, dimension or data encoding has no usable members
    SchemaLayout(Schema schema) {
        List<BlockPlan> plans = new ArrayList<>();
        int kind = 0;
        for (Message message : schema.messages()) {
            BlockPlan plan = new BlockPlan(message, schema.byteOrder(), kind);
            plans.add(plan);
            kind = plan.endKind;
        }
        plans.sort(Comparator.comparingInt(p -> p.block.id()));
        templateIds = plans.stream().mapToLong(p -> p.block.id()).toArray();
        messages = plans.toArray(BlockPlan[]::new);
    }

    /// The message with this template id, or `null`.
    BlockPlan message(long templateId) {
        int low = 0;
        int high = templateIds.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (templateIds[middle] == templateId) {
                return messages[middle];
            } else if (templateIds[middle] < templateId) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return null;
    }

    /// The member of this name as a whole number.
    static Slot whole(CompositeType composite, String name, ByteOrder order) {
        Member member = composite.member(name);
        Slot slot = member == null ? null : new Slot(member, order);
        if (slot == null || slot.primitive() == null || slot.primitive().isFloatingPoint() || slot.length() != 1) {
            throw new IllegalArgumentException("composite needs a single integer member: member=" + name + " ("
                    + composite.name() + ")");
        }
        return slot;
    }

    /// The value of a whole member of a composite at `offset`, constant or not.
    static long read(Slot slot, MemorySegment memory, long offset) {
        return slot.isConstant() ? Slot.bitsOf(slot.constant().orElse(Literal.of(0)))
                : slot.getLong(memory, offset + slot.offset());
    }

    /// A member that says how much follows must be on the wire: if it were constant, entries could take no bytes, and a
    /// walk would not be bounded by the length of the message.
    private static Slot counted(CompositeType composite, String name, ByteOrder order) {
        Slot slot = whole(composite, name, order);
        if (slot.isConstant()) {
            throw new IllegalArgumentException("count or length must not be constant: member=" + name + " ("
                    + composite.name() + ")");
        }
        return slot;
    }

    /// A message or the entry of a group.
    static final class BlockPlan {
        final Block block;
        /// Its place among all blocks of the schema, as in a [BlockTree]; those inside it follow, up to `endKind`.
        final int kind;
        final int endKind;
        final Slot[] fields;
        final GroupPlan[] groups;
        final DataPlan[] data;
        /// The lowest version that has any of the groups and data; nothing follows older blocks.
        final int tailSince;

        BlockPlan(Block block, ByteOrder order, int kind) {
            this.block = block;
            this.kind = kind;
            fields = block.fields().stream().map(f -> new Slot(f, order)).toArray(Slot[]::new);
            groups = new GroupPlan[block.groups().size()];
            int next = kind + 1;
            for (int i = 0; i < groups.length; i++) {
                groups[i] = new GroupPlan(block.groups().get(i), order, next);
                next = groups[i].entry.endKind;
            }
            endKind = next;
            data = block.data().stream().map(d -> new DataPlan(d, order)).toArray(DataPlan[]::new);
            int since = Integer.MAX_VALUE;
            for (GroupPlan group : groups) {
                since = Math.min(since, group.sinceVersion);
            }
            for (DataPlan datum : data) {
                since = Math.min(since, datum.sinceVersion);
            }
            tailSince = since;
        }
    }

    /// A group and its entries.
    static final class GroupPlan {
        final Group group;
        final int sinceVersion;
        final int headerLength;
        final Slot blockLength;
        final Slot numInGroup;
        final CountRange counts;
        final BlockPlan entry;

        GroupPlan(Group group, ByteOrder order, int kind) {
            this.group = group;
            sinceVersion = group.meta().sinceVersion();
            headerLength = group.dimension().encodedLength();
            blockLength = whole(group.dimension(), "blockLength", order);
            numInGroup = counted(group.dimension(), "numInGroup", order);
            counts = CountRange.of(group.numInGroupMember());
            entry = new BlockPlan(group, order, kind);
        }
    }

    /// The counts of a group, or lengths of data, that the schema allows and generated code can hold.
    record CountRange(long min, long max) {
        static CountRange of(Member member) {
            ScalarType type = (ScalarType) member.type();
            return new CountRange(type.leastCount(), Math.min(type.greatestCount(), Integer.MAX_VALUE));
        }

        boolean contains(long count) {
            return count >= min && count <= max;
        }

        @Override
        public String toString() {
            return "min=" + min + ", max=" + max;
        }
    }

    /// Variable-length data.
    static final class DataPlan {
        final VarData data;
        final int sinceVersion;
        final int headerLength;
        final Slot length;
        final CountRange lengths;

        DataPlan(VarData data, ByteOrder order) {
            this.data = data;
            sinceVersion = data.meta().sinceVersion();
            length = counted(data.encoding(), "length", order);
            lengths = CountRange.of(data.lengthMember());
            if (data.dataMember() == null) {
                throw new IllegalArgumentException("composite without member varData (" + data.encoding().name() + ")");
            }
            headerLength = data.headerLength();
        }
    }
}
