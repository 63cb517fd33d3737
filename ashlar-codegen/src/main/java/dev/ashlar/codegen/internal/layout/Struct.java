// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.layout;

import dev.ashlar.sbe.ir.Block;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/// The common part of blocks and composites: values at fixed offsets, some of them added by later versions.
///
/// @param name   for messages
/// @param slots  in schema order
/// @param length bytes with all gaps
public record Struct(String name, List<MemberSlot> slots, int length) {

    public static Struct of(Block block, String name) {
        return new Struct(name, block.fields().stream().map(MemberSlot::of).toList(), block.blockLength());
    }

    public static Struct of(CompositeType composite) {
        return new Struct(composite.name(), slotsOf(composite), composite.encodedLength());
    }

    /// The versions that added values, in ascending order. Members of composites count with their own version.
    public List<Integer> versions() {
        TreeSet<Integer> versions = new TreeSet<>();
        leaves(slots, 0, 0).forEach(leaf -> versions.add(leaf.since()));
        return List.copyOf(versions);
    }

    /// The least length of a block that has every value of this version and earlier ones.
    public int prefix(int version) {
        return leaves(slots, 0, 0).stream().filter(leaf -> leaf.since() <= version).mapToInt(Leaf::end).max().orElse(0);
    }

    /// The version that completes the value, including members added to a composite later.
    public static int lastVersion(MemberSlot slot) {
        return leaves(List.of(slot), 0, 0).stream().mapToInt(Leaf::since).max().orElse(slot.since());
    }

    /// The version that first had bytes of any of these values.
    ///
    /// @param since the version that added the element that contains them
    public static int firstVersion(List<MemberSlot> slots, int since) {
        int own = slots.stream().mapToInt(MemberSlot::since).min().orElse(since);
        return leaves(slots, 0, since).stream().mapToInt(Leaf::since).min().orElse(Math.max(since, own));
    }

    /// Bytes from the start of the block to the end of what the value had when it was added.
    public static int firstEnd(MemberSlot slot) {
        int first = firstVersion(List.of(slot), 0);
        return leaves(List.of(slot), 0, 0).stream().filter(leaf -> leaf.since() <= first).mapToInt(Leaf::end).max()
                .orElse(slot.end());
    }

    /// The members at fixed offsets, without the bytes of variable-length data.
    public static List<MemberSlot> slotsOf(CompositeType composite) {
        return composite.members().stream().filter(member -> !isVariable(member.type())).map(MemberSlot::of).toList();
    }

    public static boolean isVariable(Type type) {
        return type instanceof ScalarType scalar && scalar.length() == 0;
    }

    private record Leaf(int end, int since) {
    }

    private static List<Leaf> leaves(List<MemberSlot> slots, int base, int since) {
        List<Leaf> leaves = new ArrayList<>();
        for (MemberSlot slot : slots) {
            int from = Math.max(since, slot.since());
            Type type = slot.type();
            if (slot.isConstant()) {
                continue;
            }
            if (type instanceof CompositeType composite) {
                leaves.addAll(leaves(slotsOf(composite), base + slot.offset(), from));
            } else {
                leaves.add(new Leaf(base + slot.end(), from));
            }
        }
        return leaves;
    }
}
