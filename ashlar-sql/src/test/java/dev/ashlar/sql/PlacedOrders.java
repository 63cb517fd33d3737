// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.testkit.StandardTypes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// A small schema with columns of all types, and messages of it written as JSON.
public final class PlacedOrders {
    static final String JOURNAL = "orders";
    static final String FIRST = """
            {"template":"Placed","id_":18446744073709551614,"side":"Buy","flags":["Hidden"],"symbol":"ABC",
            "name":"Müller","price":1.5,"limit":2.25,"quantity":10,"filled":4,"level":-3,"ratio":0.25,"weight":1.5,
            "at":60000000001,"legs":[{"leg":1,"price":0.5,"share":100},{"leg":2,"price":-0.25,"share":null}]}""";
    static final String SECOND = """
            {"template":"Placed","id_":7,"side":9,"flags":["Late","Hidden"],"symbol":"ABCDEF","name":null,
            "price":-2.000000001,"limit":null,"quantity":-3,"filled":null,"level":null,"ratio":null,"weight":-0.5,
            "at":119999999999,"legs":[{"leg":3,"price":4,"share":-1}]}""";
    static final String THIRD = """
            {"template":"Placed","id_":8,"side":"Buy","flags":[],"symbol":"","name":"A","price":3,"limit":1,
            "quantity":5,"filled":0,"level":0,"ratio":-1.5,"weight":0,"at":120000000000,"legs":[]}""";

    private static final String XML = StandardTypes.schema("package='orders' id='9' version='0'", """
                <enum name="Side" encodingType="uint8">
                  <validValue name="Buy">1</validValue>
                  <validValue name="Sell">2</validValue>
                </enum>
                <set name="Flags" encodingType="uint16">
                  <choice name="Hidden">0</choice>
                  <choice name="Late">9</choice>
                </set>
                <type name="Symbol" primitiveType="char" length="6" characterEncoding="US-ASCII"/>
                <type name="Name" primitiveType="char" length="12" characterEncoding="UTF-8" presence="optional"/>
                <composite name="Price">
                  <type name="mantissa" primitiveType="int64"/>
                  <type name="exponent" primitiveType="int8" presence="constant">-9</type>
                </composite>
            """, """
              <sbe:message name="Placed" id="1">
                <field name="id" id="1" type="uint64"/>
                <field name="side" id="2" type="Side"/>
                <field name="flags" id="4" type="Flags"/>
                <field name="symbol" id="5" type="Symbol"/>
                <field name="name" id="6" type="Name"/>
                <field name="price" id="7" type="Price"/>
                <field name="limit" id="8" type="Price" presence="optional"/>
                <field name="quantity" id="11" type="int32"/>
                <field name="filled" id="12" type="uint32" presence="optional"/>
                <field name="level" id="13" type="int8" presence="optional"/>
                <field name="ratio" id="14" type="double" presence="optional"/>
                <field name="weight" id="15" type="float"/>
                <field name="at" id="18" type="uint64" semanticType="UTCTimestamp"/>
                <group name="legs" id="30">
                  <field name="leg" id="31" type="uint32"/>
                  <field name="price" id="32" type="Price"/>
                  <field name="share" id="33" type="int64" presence="optional"/>
                </group>
              </sbe:message>
            """);

    private PlacedOrders() {
    }

    static Schema schema() {
        return JsonMessages.schema(XML, "orders.xml");
    }

    /// Records messages as [JsonMessages] does.
    public static void record(StoreWriter store, String... messages) throws StoreException {
        JsonMessages.record(store, JOURNAL, schema(), List.of(messages));
    }

    /// Makes a store with the three messages.
    static void write(Path folder) throws IOException {
        try (StoreWriter writer = StoreWriter.open(folder, StoreOptions.defaults().withChunkBytes(4096))) {
            record(writer, FIRST, SECOND, THIRD);
        }
    }
}
