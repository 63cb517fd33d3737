// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.ir;

import java.util.List;

/// A message or a group: a block of fixed length, then groups, then variable-length data.
public sealed interface Block permits Message, Group {
    int id();

    String name();

    /// Bytes of the block on the wire in this schema version, padding included; older and newer writers may send
    /// another length.
    int blockLength();

    List<Field> fields();

    List<Group> groups();

    List<VarData> data();

    Meta meta();
}
