// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.model;

import dev.ashlar.sbe.ir.Block;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.otf.NullBlock;
import java.util.Arrays;

/// The bytes of a block with every value set to null.
public final class NullBytes {
    private NullBytes() {
    }

    /// All of them.
    public static byte[] of(Block block, Schema schema) {
        return new NullBlock(block, schema.byteOrder()).toArray();
    }

    /// The bytes without trailing zeros, for languages that clear the rest.
    public static byte[] withoutTrailingZeros(Block block, Schema schema) {
        byte[] bytes = of(block, schema);
        int length = bytes.length;
        while (length > 0 && bytes[length - 1] == 0) {
            length--;
        }
        return Arrays.copyOf(bytes, length);
    }
}
