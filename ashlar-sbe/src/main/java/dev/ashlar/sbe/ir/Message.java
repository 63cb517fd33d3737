// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.ir;

import java.util.List;

/// A message: its template id, root block, groups and data.
///
/// @param id          template id
/// @param name        name in the schema
/// @param blockLength bytes of the root block, padding included
/// @param fields      in schema order
/// @param groups      in schema order
/// @param data        in schema order
/// @param meta        documentation and versions
public record Message(int id, String name, int blockLength, List<Field> fields, List<Group> groups, List<VarData> data,
        Meta meta) implements Block {

    public Message {
        fields = List.copyOf(fields);
        groups = List.copyOf(groups);
        data = List.copyOf(data);
    }
}
