// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.chunk;

import dev.ashlar.sbe.ir.Block;
import dev.ashlar.sbe.ir.Group;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.otf.NullBlock;
import dev.ashlar.store.RowLayout;
import dev.ashlar.store.RowPrefix;
import dev.ashlar.store.internal.v1.file.Entry.Identity;
import java.util.List;

/// How new chunks of a table are laid out.
///
/// @param schema   schema with the block
/// @param block    of its rows
/// @param row      of the rows
/// @param zones    numbers whose least and greatest value seals have
/// @param footer   bytes at the end of a chunk for its seal
/// @param capacity rows of a chunk
/// @param nulls    completes blocks of other versions
/// @param encoded  which encoders fill a block in place
public record BlockLayout(Schema schema, Block block, RowLayout row, List<ZoneField> zones, int footer, int capacity,
        NullBlock nulls, EncodedBlock encoded) {
    /// @throws IllegalArgumentException if no row fits into a chunk
    public static BlockLayout of(Schema schema, Block block, RowPrefix prefix, int chunkBytes) {
        int stride = Math.addExact(prefix.bytes(), block.blockLength());
        List<ZoneField> zones = ZoneField.of(block);
        int footer = footerBytes(zones.size(), chunkBytes);
        if (footer > chunkBytes / 4) {
            zones = List.of();
            footer = footerBytes(0, chunkBytes);
        }
        // A row without bytes would fit for ever.
        int capacity = (chunkBytes - footer) / Math.max(stride, 1);
        if (capacity == 0) {
            throw new IllegalArgumentException("row longer than a chunk: stride=" + stride + ", chunkBytes="
                    + (chunkBytes - footer) + " (" + block.name() + ")");
        }
        return new BlockLayout(schema, block, new RowLayout(stride, block.blockLength(), schema.version(), prefix),
                zones, footer, capacity, new NullBlock(block, schema.byteOrder()), EncodedBlock.of(schema, block));
    }

    private static int footerBytes(int zones, int chunkBytes) {
        int bytes = FooterLayout.bytes(zones, FooterLayout.checksums(chunkBytes));
        return (bytes + Long.BYTES - 1) / Long.BYTES * Long.BYTES;
    }

    /// The block that a path leads to.
    public static Block find(Schema schema, String path) {
        String[] names = path.split("/");
        Block block = schema.message(names[0]);
        for (int i = 1; block != null && i < names.length; i++) {
            block = group(block, names[i]);
        }
        return block;
    }

    private static Group group(Block block, String name) {
        return block.groups().stream().filter(group -> group.name().equals(name)).findFirst().orElse(null);
    }

    /// Whether rows of this layout may be added to a chunk.
    public boolean isOf(Identity identity) {
        return describes(identity) && identity.capacity() == capacity && identity.footer() == footer;
    }

    /// Whether the rows of a chunk are laid out like this.
    public boolean describes(Identity identity) {
        return identity.stride() == row.stride() && identity.blockLength() == row.blockLength()
                && identity.schemaVersion() == row.schemaVersion();
    }
}
