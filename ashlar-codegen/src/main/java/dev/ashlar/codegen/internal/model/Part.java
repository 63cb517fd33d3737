// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.model;

import dev.ashlar.sbe.ir.Block;
import dev.ashlar.sbe.ir.Group;
import dev.ashlar.sbe.ir.VarData;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/// A group or data of a block.
///
/// @param element a [Group] or [VarData]
/// @param name    identifier in the target language
/// @param index   in the order of the wire, groups before data
public record Part(Object element, String name, int index) {
    /// The parts of a block in the order of the wire.
    ///
    /// @param groupSuffixes of the names that the language derives from a group's
    /// @param dataSuffixes  of the names that the language derives from a data's
    public static List<Part> of(Block block, Names scope, List<String> groupSuffixes, List<String> dataSuffixes) {
        List<Part> parts = new ArrayList<>();
        for (Group group : block.groups()) {
            parts.add(new Part(group, scope.claim(group.name(), groupSuffixes.toArray(String[]::new)), parts.size()));
        }
        for (VarData data : block.data()) {
            parts.add(new Part(data, scope.claim(data.name(), dataSuffixes.toArray(String[]::new)), parts.size()));
        }
        return parts;
    }

    /// Whether entries of the group occupy no bytes. Readers limit their number, because they cost a writer nothing.
    public static boolean isEmpty(Group group) {
        return group.blockLength() == 0 && firstVersion(group).isEmpty();
    }

    /// The first version in which the block has a group or data; empty if it has none.
    public static OptionalInt firstVersion(Block block) {
        return IntStream.concat(block.groups().stream().mapToInt(g -> g.meta().sinceVersion()),
                block.data().stream().mapToInt(d -> d.meta().sinceVersion())).min();
    }
}
