// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.sbeir.SbeIrWriter;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreException.Reason;
import dev.ashlar.store.TestSchemas;
import dev.ashlar.store.internal.v1.file.CatalogRecord.SchemaRecord;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CatalogTest {
    private static final int MAX_SCHEMAS = 1 << 16;
    private static final StoreId ID = StoreId.random();
    private final Schema schema = TestSchemas.tick();
    private final byte[] ir = SbeIrWriter.toBytes(schema);

    @TempDir
    Path folder;

    @BeforeEach
    void create() throws IOException {
        Catalog.create(folder, new StoreDisk(), ID);
    }

    @Test
    void shouldRefuseMoreSchemasThanAReaderTakes() throws IOException {
        write(new SchemaRecord(MAX_SCHEMAS, schema.id(), schema.version(), ir.length, checksum(ir)), ir);
        try (Catalog catalog = open()) {
            assertEquals(MAX_SCHEMAS, catalog.add(schema));
            StoreException refused =
                    assertThrows(StoreException.class, () -> catalog.add(TestSchemas.tickWithVenue()));
            assertEquals(Reason.NO_SPACE, refused.reason());
        }
        try (Catalog catalog = open()) {
            assertEquals(MAX_SCHEMAS, catalog.schemas().size());
        }
    }

    @Test
    void shouldNotTakeSchemasForTheSameThatShareAChecksum() throws IOException {
        Schema like = TestSchemas.tickWithVenue();
        byte[] other = SbeIrWriter.toBytes(like);
        write(new SchemaRecord(1, schema.id(), schema.version(), ir.length, checksum(ir)), ir);
        try (Catalog catalog = open()) {
            // As if the two had one length and checksum.
            catalog.schemaRecords().set(0,
                    new SchemaRecord(1, like.id(), like.version(), other.length, checksum(other)));
            assertEquals(2, catalog.add(like));
        }
    }

    private Catalog open() throws IOException {
        return Catalog.open(folder, new StoreDisk(), ID, 0, true);
    }

    private void write(SchemaRecord record, byte[] content) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(100).order(ByteOrder.LITTLE_ENDIAN);
        CatalogRecord.encode(record, buffer.position(2 * Integer.BYTES));
        buffer.flip().putInt(0, buffer.limit());
        byte[] encoded = new byte[buffer.limit() - 2 * Integer.BYTES];
        buffer.get(2 * Integer.BYTES, encoded);
        buffer.putInt(Integer.BYTES, checksum(encoded));
        Files.write(folder.resolve(Catalog.NAME), Arrays.copyOf(buffer.array(), buffer.limit()),
                StandardOpenOption.APPEND);
        Files.write(folder.resolve("schemas/%04d.sbeir".formatted(record.number())), content);
    }

    private static int checksum(byte[] bytes) {
        return Checksum.of(MemorySegment.ofArray(bytes), 0, bytes.length);
    }
}
