// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.ir;

import java.util.List;

/// A repeating group: a dimension header, then `numInGroup` entries, each a block with its own groups and data.
///
/// @param id          field id
/// @param name        name inside its block
/// @param dimension   the composite before the entries, with members `blockLength` and `numInGroup`
/// @param blockLength bytes of one entry's block, padding included
/// @param fields      in schema order
/// @param groups      nested groups in schema order
/// @param data        in schema order
/// @param meta        documentation and versions
public record Group(int id, String name, CompositeType dimension, int blockLength, List<Field> fields,
        List<Group> groups,
        List<VarData> data, Meta meta) implements Block {

    public Group {
        fields = List.copyOf(fields);
        groups = List.copyOf(groups);
        data = List.copyOf(data);
    }

    /// The dimension's member that holds the block length of an entry.
    public Member blockLengthMember() {
        return dimension.member("blockLength");
    }

    /// The dimension's member that holds the number of entries.
    public Member numInGroupMember() {
        return dimension.member("numInGroup");
    }
}
