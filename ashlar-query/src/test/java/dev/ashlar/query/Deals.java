// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.otf.JsonReader;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.JournalWriter;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.testkit.StandardTypes;
import java.lang.foreign.MemorySegment;

/// A schema with a field of every kind, in two versions, and messages of it written as JSON.
public final class Deals {
    public static final String JOURNAL = "deals";

    private static final String XML = StandardTypes.schema("package='deals' id='9' version='%d' byteOrder='%s'", """
                <enum name="Side" encodingType="uint8">
                  <validValue name="Buy">1</validValue>
                  <validValue name="Sell">2</validValue>
                </enum>
                <enum name="Mode" encodingType="char">
                  <validValue name="Auto">A</validValue>
                  <validValue name="Manual">M</validValue>
                </enum>
                <enum name="Truth" encodingType="uint8">
                  <validValue name="True">1</validValue>
                  <validValue name="False">7</validValue>
                </enum>
                <set name="Flags" encodingType="uint16">
                  <choice name="Hidden">0</choice>
                  <choice name="Late">9</choice>
                </set>
                <type name="Symbol" primitiveType="char" length="6" characterEncoding="US-ASCII"/>
                <type name="Name" primitiveType="char" length="12" characterEncoding="UTF-8" presence="optional"/>
                <type name="Triple" primitiveType="uint16" length="3" presence="optional"/>
                <type name="Many" primitiveType="int8" length="20"/>
                <composite name="Price">
                  <type name="mantissa" primitiveType="int64"/>
                  <type name="exponent" primitiveType="int8" presence="constant">-9</type>
                </composite>
                <composite name="Thousands">
                  <type name="mantissa" primitiveType="int32" presence="optional"/>
                  <type name="exponent" primitiveType="int8" presence="constant">3</type>
                </composite>
                <composite name="Free">
                  <type name="mantissa" primitiveType="int64" presence="optional"/>
                  <type name="exponent" primitiveType="int8"/>
                </composite>
                <composite name="Stamp">
                  <type name="time" primitiveType="uint64"/>
                  <type name="unit" primitiveType="uint8" presence="constant">6</type>
                </composite>
                <composite name="Spot">
                  <type name="venue" primitiveType="uint16"/>
                  <type name="desk" primitiveType="char"/>
                </composite>
            """, """
              <sbe:message name="Deal" id="1">
                <field name="id" id="1" type="uint64"/>
                <field name="side" id="2" type="Side"/>
                <field name="mode" id="3" type="Mode" presence="optional"/>
                <field name="flags" id="4" type="Flags"/>
                <field name="symbol" id="5" type="Symbol"/>
                <field name="name" id="6" type="Name"/>
                <field name="price" id="7" type="Price"/>
                <field name="limit" id="8" type="Price" presence="optional"/>
                <field name="bulk" id="9" type="Thousands"/>
                <field name="free" id="10" type="Free"/>
                <field name="quantity" id="11" type="int32"/>
                <field name="filled" id="12" type="uint32" presence="optional"/>
                <field name="level" id="13" type="int8" presence="optional"/>
                <field name="ratio" id="14" type="double" presence="optional"/>
                <field name="weight" id="15" type="float"/>
                <field name="triple" id="16" type="Triple"/>
                <field name="many" id="17" type="Many"/>
                <field name="at" id="18" type="uint64" semanticType="UTCTimestamp"/>
                <field name="until" id="19" type="uint64" semanticType="UTCTimestamp" timeUnit="millisecond"
                    presence="optional"/>
                <field name="seen" id="20" type="Stamp"/>
                <field name="spot" id="21" type="Spot"/>
                <field name="kind" id="22" type="Side" presence="constant" valueRef="Side.Sell"/>
                <field name="firm" id="25" type="Truth" presence="optional"/>
                %s
                <group name="legs" id="30">
                  <field name="leg" id="31" type="uint32"/>
                  <field name="price" id="32" type="Price"/>
                  <field name="share" id="33" type="int64" presence="optional"/>
                  <group name="fills" id="34">
                    <field name="fill" id="35" type="int16"/>
                    <field name="side" id="36" type="Side"/>
                  </group>
                </group>
              </sbe:message>
              <sbe:message name="Beat" id="2">
                <field name="count" id="1" type="int64"/>
              </sbe:message>
            """);
    private static final String NEWER = """
            <field name="venue" id="23" type="int32" presence="optional" sinceVersion="1"/>
            <field name="tag" id="24" type="uint64" sinceVersion="1"/>""";

    private Deals() {
    }

    public static Schema schema() {
        return parse(XML.formatted(0, "littleEndian", ""));
    }

    /// With `venue`, an optional int32, and `tag`, a uint64, since version 1.
    public static Schema newer() {
        return parse(XML.formatted(1, "littleEndian", NEWER));
    }

    public static Schema bigEndian() {
        return parse(XML.formatted(0, "bigEndian", ""));
    }

    private static Schema parse(String xml) {
        return SchemaParser.parseText(xml.strip(), "deals.xml").schema();
    }

    /// Records messages written as JSON, the n-th at time `1000 × n` with sequence `n`.
    public static void record(StoreWriter store, Schema schema, String... messages) throws StoreException {
        store.define(new JournalDefinition(JOURNAL, schema));
        JournalWriter recorder = store.journalWriter(JOURNAL);
        JsonReader reader = new JsonReader(schema);
        MemorySegment memory = MemorySegment.ofArray(new byte[1 << 14]);
        for (String message : messages) {
            long length = reader.read(message, memory, 0);
            long n = recorder.recordedCount();
            recorder.record(memory, 0, (int) length, 1_000 * n, n);
        }
    }
}
