// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.sbeir;

import dev.ashlar.sbe.ir.Presence;
import dev.ashlar.sbe.ir.PrimitiveType;

/// One token of a serialised schema, as it stands in the file.
///
/// **Layout**: a block of 28 bytes, then twelve strings, each a `uint16` length and that many bytes. Little endian.
///
/// | offset | bytes | field         | meaning                                                                |
/// |-------:|------:|---------------|------------------------------------------------------------------------|
/// |      0 |     4 | offset        | bytes from the start of the block or composite; -1 if it varies        |
/// |      4 |     4 | size          | bytes on the wire; -1 if they vary                                     |
/// |      8 |     4 | id            | field or template id; -1 if there is none                              |
/// |     12 |     4 | version       | schema version that added it                                           |
/// |     16 |     4 | count         | tokens from its begin to its end, both included                        |
/// |     20 |     1 | signal        | [Signal#code()]                                                        |
/// |     21 |     1 | primitive     | 0 none, else 1 to 11 in the order char, int8 to 64, uint8 to 64, float, double |
/// |     22 |     1 | order         | 0 little endian, 1 big endian; 0 where it does not matter              |
/// |     23 |     1 | presence      | 0 required, 1 optional, 2 constant                                     |
/// |     24 |     4 | deprecated    | schema version that deprecated it; 0 if none did                       |
///
/// The strings: name, constant, min, max, null, characterEncoding, epoch, timeUnit, semanticType, description,
/// referencedName, packageName. Constant, min, max and null are values of the primitive type.
///
/// @param primitive `null` for none
/// @param constant  empty if there is none, like `min`, `max` and `nullValue`
record Token(Signal signal, String name, int id, int offset, int size, int version, int deprecated,
        PrimitiveType primitive,
        boolean bigEndian, Presence presence, byte[] constant, byte[] min, byte[] max, byte[] nullValue,
        String characterEncoding, String epoch, String timeUnit, String semanticType, String description,
        String referencedName, String packageName) {

    static final int BLOCK_LENGTH = 28;
    static final int STRINGS = 12;
    static final int NO_ID = -1;
    static final int VARIABLE = -1;
    private static final byte[] NONE = {};

    /// A token with only a name and a place.
    static Token of(Signal signal, String name, int id, int offset, int size, int version, int deprecated) {
        return new Token(signal, name, id, offset, size, version, deprecated, null, false, Presence.REQUIRED, NONE,
                NONE,
                NONE, NONE, "", "", "", "", "", "", "");
    }

    Token withSignal(Signal other) {
        return new Token(other, name, id, offset, size, version, deprecated, primitive, bigEndian, presence, constant,
                min,
                max, nullValue, characterEncoding, epoch, timeUnit, semanticType, description, referencedName,
                packageName);
    }

    Token withType(PrimitiveType type, boolean big, Presence present) {
        return new Token(signal, name, id, offset, size, version, deprecated, type, big, present, constant, min,
                max, nullValue, characterEncoding, epoch, timeUnit, semanticType, description, referencedName,
                packageName);
    }

    Token withValues(byte[] constantBytes, byte[] minBytes, byte[] maxBytes, byte[] nullBytes) {
        return new Token(signal, name, id, offset, size, version, deprecated, primitive, bigEndian, presence,
                constantBytes,
                minBytes, maxBytes, nullBytes, characterEncoding, epoch, timeUnit, semanticType, description,
                referencedName,
                packageName);
    }

    Token withText(String charset, String epochText, String unit, String semantic, String text) {
        return new Token(signal, name, id, offset, size, version, deprecated, primitive, bigEndian, presence, constant,
                min,
                max, nullValue, charset, epochText, unit, semantic, text, referencedName, packageName);
    }

    Token withOrigin(String reference, String origin) {
        return new Token(signal, name, id, offset, size, version, deprecated, primitive, bigEndian, presence, constant,
                min,
                max, nullValue, characterEncoding, epoch, timeUnit, semanticType, description, reference, origin);
    }
}
