// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.store.Durability;
import dev.ashlar.store.RowClaim;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.TableDefinition;
import dev.ashlar.testkit.StandardTypes;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.time.Duration;

/// A table in small chunks of a number that becomes optional in version 1, and a flag.
final class Numbers {
    static final String TABLE = "Number";
    private static final int CHUNK_BYTES = 4096;

    private final StoreWriter writer;

    Numbers(Path folder) throws StoreException {
        writer = StoreWriter.open(folder, new StoreOptions(CHUNK_BYTES, 4L * CHUNK_BYTES, 1L << 26, Durability.NONE,
                Duration.ofSeconds(1)));
        define(0);
    }

    StoreWriter writer() {
        return writer;
    }

    void define(int version) throws StoreException {
        String xml = StandardTypes.schema("package='numbers' id='7' version='%d' byteOrder='littleEndian'", "", """
                  <sbe:message name="Number" id="1">
                    <field name="n" id="1" type="int64" presence="%s"/>
                    <field name="flag" id="2" type="int32"/>
                  </sbe:message>
                """).formatted(version, version == 0 ? "required" : "optional");
        Schema schema = SchemaParser.parseText(xml, "numbers.xml").schema();
        writer.define(TableDefinition.of(schema, TABLE));
    }

    void append(int times, long n, int flag) throws StoreException {
        for (int i = 0; i < times; i++) {
            RowClaim claim = writer.appender(TABLE).claim();
            claim.memory().set(ValueLayout.JAVA_LONG_UNALIGNED, claim.offset(), n);
            claim.memory().set(ValueLayout.JAVA_INT_UNALIGNED, claim.offset() + 8, flag);
            claim.commit();
        }
    }
}
