// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.ram;

import dev.ashlar.measure.host.Folders;
import dev.ashlar.sbe.ParseOptions;
import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.store.Appender;
import dev.ashlar.store.Durability;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.Table;
import dev.ashlar.store.TableDefinition;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// Keys as rows of a table in a store of its own: the number of a row is the value of its key.
final class KeyTable implements AutoCloseable {
    static final String FIELD = "key";
    private static final String NAME = "Item";
    private static final int BATCH = 1 << 12;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final String SCHEMA = """
            <sbe:messageSchema xmlns:sbe="http://fixprotocol.io/2016/sbe" package="lab" id="12" version="0">
              <types>
                <composite name="messageHeader">
                  <type name="blockLength" primitiveType="uint16"/><type name="templateId" primitiveType="uint16"/>
                  <type name="schemaId" primitiveType="uint16"/><type name="version" primitiveType="uint16"/>
                </composite>
                <type name="Key" primitiveType="int64"/>
              </types>
              <sbe:message name="Item" id="1"><field name="key" id="1" type="Key"/></sbe:message>
            </sbe:messageSchema>
            """;

    private final Path folder;
    private final StoreWriter store;
    private final Table table;

    /// @param count of keys
    /// @throws IOException if the disk has no room
    KeyTable(int count) throws IOException {
        Schema schema = SchemaParser.parse(new ByteArrayInputStream(SCHEMA.getBytes(StandardCharsets.UTF_8)),
                "items.xml", ParseOptions.DEFAULT).schema();
        folder = Files.createTempDirectory("ashlar-lab");
        store = StoreWriter.open(folder, StoreOptions.defaults().withDurability(Durability.NONE));
        table = store.define(TableDefinition.of(schema, NAME));
        fill(store.appender(NAME), count);
    }

    private static void fill(Appender appender, int count) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment keys = arena.allocate((long) BATCH * Long.BYTES, Long.BYTES);
            for (int from = 0; from < count; from += BATCH) {
                int rows = Math.min(BATCH, count - from);
                for (int i = 0; i < rows; i++) {
                    keys.setAtIndex(LONG, i, Keys.of(from + i));
                }
                appender.appendAll(keys, 0, rows);
            }
        }
    }

    Table table() {
        return table;
    }

    @Override
    public void close() throws IOException {
        store.close();
        Folders.delete(folder);
    }
}
