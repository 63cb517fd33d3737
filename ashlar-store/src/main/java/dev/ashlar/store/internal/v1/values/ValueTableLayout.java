// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.values;

import dev.ashlar.sbe.ir.Block;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.otf.NullBlock;
import dev.ashlar.store.internal.v1.chunk.EncodedBlock;

/// How new values of a last-value table are laid out.
///
/// @param schema  schema with the block
/// @param block   of its values
/// @param record  of its records
/// @param nulls   completes older blocks
/// @param encoded which encoders fill a block in place
public record ValueTableLayout(Schema schema, Block block, ValueRecordLayout record, NullBlock nulls,
        EncodedBlock encoded) {
    /// @throws IllegalArgumentException if no record fits into a chunk
    public static ValueTableLayout of(Schema schema, Block block, ValueKeyLayout key, int slots, int chunkBytes) {
        ValueRecordLayout record = new ValueRecordLayout(key.length(), block.blockLength(), schema.version(), slots);
        if (record.capacity(chunkBytes) == 0) {
            throw new IllegalArgumentException("record longer than a chunk: stride=" + record.stride()
                    + ", chunkBytes=" + chunkBytes + " (" + block.name() + ")");
        }
        return new ValueTableLayout(schema, block, record, new NullBlock(block, schema.byteOrder()),
                EncodedBlock.of(schema, block));
    }
}
