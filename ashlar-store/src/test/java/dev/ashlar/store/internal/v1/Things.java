// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.store.Appender;
import dev.ashlar.store.RowClaim;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.TableDefinition;
import dev.ashlar.store.TestSchemas;
import dev.ashlar.testkit.StandardTypes;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/// Rows with keys of many kinds, in either byte order.
final class Things {
    static final String NAME = "Thing";
    static final int CODE = 29;
    static final int CODE_LENGTH = 11;
    private static final String XML = StandardTypes.schema("package='things' id='9' version='%d' byteOrder='%s'", """
                <type name="Code" primitiveType="char" length="11"/>
                <composite name="Time">
                  <type name="nanos" primitiveType="uint64"/>
                  <type name="unit" primitiveType="uint8" presence="constant">9</type>
                </composite>
                <composite name="Pair">
                  <type name="left" primitiveType="uint16"/>
                  <type name="right" primitiveType="int32" presence="optional"/>
                </composite>
            """, """
              <sbe:message name="Thing" id="1">
                <field name="u64" id="1" type="uint64"/>
                <field name="i64" id="2" type="int64" presence="optional"/>
                <field name="u32" id="3" type="uint32"/>
                <field name="i32" id="4" type="int32" presence="optional"/>
                <field name="u16" id="5" type="uint16"/>
                <field name="i16" id="6" type="int16"/>
                <field name="u8" id="7" type="uint8"/>
                <field name="code" id="8" type="Code" presence="optional"/>
                <field name="time" id="9" type="Time"/>
                <field name="pair" id="10" type="Pair"/>
                <field name="ratio" id="11" type="double"/>
                %s
              </sbe:message>
            """);

    static Schema schema(ByteOrder order, int version) {
        return TestSchemas.parse(XML.formatted(version, order == ByteOrder.BIG_ENDIAN ? "bigEndian" : "littleEndian",
                version == 0 ? "" : """
                <field name="late" id="12" type="uint64" presence="optional" sinceVersion="1"/>"""));
    }

    static TableDefinition definition(ByteOrder order, int version) {
        return TableDefinition.of(schema(order, version), NAME);
    }

    /// Where the fields lie, with their bytes; as the schema says, in its order.
    static int offset(String field) {
        return switch (field) {
            case "u64" -> 0;
            case "i64" -> 8;
            case "u32" -> 16;
            case "i32" -> 20;
            case "u16" -> 24;
            case "i16" -> 26;
            case "u8" -> 28;
            case "code" -> CODE;
            case "time" -> 40;
            case "pair" -> 48;
            case "late" -> 62;
            default -> throw new IllegalArgumentException(field);
        };
    }

    static int bytes(String field) {
        return switch (field) {
            case "u64", "i64", "time", "late" -> 8;
            case "u32", "i32" -> 4;
            case "u16", "i16" -> 2;
            default -> 1;
        };
    }

    /// Appends a row with a number in each of its integers, as far as they hold it, and a text.
    static long append(Appender appender, ByteOrder order, boolean late, long number, String code)
            throws StoreException {
        long row = appender.endRow();
        RowClaim claim = appender.claim();
        long at = claim.offset();
        MemorySegment memory = claim.memory();
        for (String field : new String[] {"u64", "i64", "u32", "i32", "u16", "i16", "u8", "time"}) {
            put(memory, at + offset(field), bytes(field), order, number);
        }
        MemorySegment.copy(MemorySegment.ofArray(code(code)), 0, memory, at + CODE, CODE_LENGTH);
        put(memory, at + 48, 2, order, number >>> 8);
        put(memory, at + 50, 4, order, number);
        put(memory, at + 54, 8, order, number);
        if (late) {
            put(memory, at + offset("late"), 8, order, number);
        }
        claim.commit();
        return row;
    }

    static byte[] code(String text) {
        byte[] bytes = new byte[CODE_LENGTH];
        byte[] ascii = text.getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(ascii, 0, bytes, 0, ascii.length);
        return bytes;
    }

    static void put(MemorySegment memory, long at, int bytes, ByteOrder order, long number) {
        for (int i = 0; i < bytes; i++) {
            int shift = 8 * (order == ByteOrder.BIG_ENDIAN ? bytes - 1 - i : i);
            memory.set(ValueLayout.JAVA_BYTE, at + i, (byte) (number >>> shift));
        }
    }
}
