// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import static dev.ashlar.store.internal.v1.file.StoreLayout.PACKED_INT;
import static dev.ashlar.store.internal.v1.file.StoreLayout.PACKED_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ashlar.flow.Cell;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.store.LastValuesDefinition;
import dev.ashlar.store.LastValuesReader;
import dev.ashlar.store.LastValuesWriter;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.TestSchemas;
import dev.ashlar.store.ValueClaim;
import dev.ashlar.testkit.StandardTypes;
import java.lang.foreign.MemorySegment;

/// Values of the last-value table `Quote`, all of whose fields but the key follow from one number.
final class Quotes {
    static final String NAME = "Quote";
    private static final String XML = StandardTypes.schema("package='quotes' id='9' version='%d' byteOrder='%s'", """
                <type name="Symbol" primitiveType="char" length="11"/>
            """, """
              <sbe:message name="Quote" id="1">
                <field name="number" id="1" type="int64"/>
                <field name="id" id="2" type="int32"/>
                <field name="twice" id="3" type="int64"/>
                <field name="inverse" id="4" type="int64"/>
                %s
              </sbe:message>
              <sbe:message name="Position" id="2">
                <field name="account" id="1" type="uint16"/>
                <field name="symbol" id="2" type="Symbol"/>
                <field name="size" id="3" type="int64"/>
                <field name="rate" id="4" type="double"/>
              </sbe:message>
            """);
    static final int LENGTH = 28;
    static final int NEWER_LENGTH = 36;
    static final LastValuesDefinition DEFINITION = LastValuesDefinition.of(schema(0), NAME, "id");
    static final LastValuesDefinition NEWER = LastValuesDefinition.of(schema(1), NAME, "id");

    /// Version 0, or 1 with one field more in a quote.
    static Schema schema(int version) {
        return TestSchemas.parse(XML.formatted(version, "littleEndian", version == 0 ? ""
                : "<field name=\"thrice\" id=\"5\" type=\"int64\" presence=\"optional\" sinceVersion=\"1\"/>"));
    }

    static Schema bigEndian() {
        return TestSchemas.parse(XML.formatted(0, "bigEndian", ""));
    }

    /// All but the key.
    static void fill(MemorySegment memory, long at, long number, int blockLength) {
        memory.set(PACKED_LONG, at, number);
        memory.set(PACKED_LONG, at + 12, 2 * number);
        memory.set(PACKED_LONG, at + 20, ~number);
        if (blockLength == NEWER_LENGTH) {
            memory.set(PACKED_LONG, at + 28, 3 * number);
        }
    }

    static long put(LastValuesWriter writer, int id, long number, int blockLength) throws StoreException {
        ValueClaim claim = writer.claim(id);
        long at = claim.offset();
        fill(claim.memory(), at, number, blockLength);
        return claim.commit();
    }

    /// The number of a block; an error if it is a mix.
    static long number(MemorySegment memory, long at, int id, int blockLength) {
        long number = memory.get(PACKED_LONG, at);
        boolean whole = memory.get(PACKED_INT, at + 8) == id && memory.get(PACKED_LONG, at + 12) == 2 * number
                && memory.get(PACKED_LONG, at + 20) == ~number;
        if (whole && blockLength == NEWER_LENGTH) {
            long thrice = memory.get(PACKED_LONG, at + 28);
            whole = thrice == 3 * number || thrice == Long.MIN_VALUE;
        }
        if (!whole) {
            throw new AssertionError("a mix: number=" + number + ", id=" + memory.get(PACKED_INT, at + 8) + ", twice="
                    + memory.get(PACKED_LONG, at + 12) + ", inverse=" + memory.get(PACKED_LONG, at + 20)
                    + ", expected id=" + id);
        }
        return number;
    }

    /// Reads one with a block as long as the last-value table has it; nobody writes.
    static long number(LastValuesReader reader, int id, MemorySegment target, int blockLength) {
        long record = reader.find(id);
        if (record < 0) {
            return record;
        }
        long result = reader.read(record, target, 0, 1);
        assertEquals(1, Cell.attempts(result), () -> "result=" + result);
        return number(target, 0, id, blockLength);
    }
}
