// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.otf;

import dev.ashlar.sbe.ir.Block;
import dev.ashlar.sbe.ir.Message;

/// One kind of block that messages are made of: the root block of a message, or the block of a group's entries.
///
/// @param index   its place in [BlockTree#kinds()]
/// @param parent  index of the kind of block that contains it, or [#NONE] for a root block
/// @param table   name of the table for such blocks; see [BlockTree] for the rule
/// @param path    names from the message inwards, such as `Car/fuelFigures`; unlike `table`, it never depends on the
///     rest of the schema
/// @param message the message it is part of
/// @param block   that message, or the group
public record BlockKind(int index, int parent, String table, String path, Message message, Block block) {
    /// Parent of a root block, which has none.
    public static final int NONE = -1;

    /// Bytes of such a block in this schema; on the wire it may be shorter or longer.
    public int blockLength() {
        return block.blockLength();
    }
}
