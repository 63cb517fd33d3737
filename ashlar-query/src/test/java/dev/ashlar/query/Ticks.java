// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.store.Appender;
import dev.ashlar.store.Durability;
import dev.ashlar.store.RowClaim;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.TableDefinition;
import dev.ashlar.testkit.StandardTypes;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/// A table of many small chunks in many small extents, whose rows have their number as price.
public final class Ticks {
    private static final String XML = StandardTypes.schema("package='ticks' id='7' version='0' byteOrder='littleEndian'", "", """
              <sbe:message name="Tick" id="1">
                <field name="price" id="1" type="int64"/>
                <field name="size" id="2" type="int32"/>
              </sbe:message>
            """);
    private static final int CHUNK_BYTES = 4096;

    private Ticks() {
    }

    public static StoreWriter writer(Path folder) throws StoreException {
        Schema schema = SchemaParser.parseText(XML, "ticks.xml").schema();
        StoreWriter writer = StoreWriter.open(folder, new StoreOptions(CHUNK_BYTES, 4L * CHUNK_BYTES, 1L << 26,
                Durability.NONE, Duration.ofSeconds(1)));
        writer.define(TableDefinition.of(schema, "Tick"));
        return writer;
    }

    /// Makes a store of some rows.
    public static void write(Path folder, long rows) throws StoreException {
        try (StoreWriter writer = writer(folder)) {
            append(writer, 0, rows);
        }
    }

    /// A new store of some rows, opened to be read.
    public static Store store(Path folder, long rows) throws StoreException {
        write(folder, rows);
        return Store.open(folder);
    }

    /// Appends rows `from` to `to`, exclusive.
    public static void append(StoreWriter writer, long from, long to) throws StoreException {
        Appender appender = writer.appender("Tick");
        for (long row = from; row < to; row++) {
            RowClaim claim = appender.claim();
            long at = claim.offset();
            claim.memory().set(ValueLayout.JAVA_LONG_UNALIGNED, at, row);
            claim.memory().set(ValueLayout.JAVA_INT_UNALIGNED, at + 8, (int) (row % 7));
            claim.commit();
        }
    }

    /// Takes away an extent in the middle.
    public static void damage(Path folder) throws IOException {
        Files.delete(folder.resolve("extents/0005.ext"));
    }
}
