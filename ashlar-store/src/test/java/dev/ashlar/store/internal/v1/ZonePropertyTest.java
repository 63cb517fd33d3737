// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.store.Appender;
import dev.ashlar.store.ChunkSummary;
import dev.ashlar.store.Cursor;
import dev.ashlar.store.RowClaim;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.Table;
import dev.ashlar.store.TableDefinition;
import dev.ashlar.store.TestSchemas;
import dev.ashlar.store.Zone;
import dev.ashlar.store.internal.v1.chunk.Chain.Link;
import dev.ashlar.store.internal.v1.chunk.Footer;
import dev.ashlar.store.internal.v1.file.Geometry;
import dev.ashlar.store.internal.v1.file.StoreDisk;
import dev.ashlar.store.internal.v1.file.StoreLayout;
import dev.ashlar.store.internal.v1.store.Container.OfTable;
import dev.ashlar.store.internal.v1.store.WriteStore;
import dev.ashlar.testkit.Seed;
import dev.ashlar.testkit.StandardTypes;
import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ZonePropertyTest {
    private static final String HEAD = """
            <sbe:messageSchema xmlns:sbe="http://fixprotocol.io/2016/sbe" package="p" id="1" byteOrder="%s">
              <types>
            """ + StandardTypes.HEADER + """
              </types>
              <sbe:message name="Row" id="1">
            """;

    @TempDir
    Path folder;

    /// A field of a random schema.
    private record Column(PrimitiveType type, boolean optional, int offset) { }

    @Test
    void shouldKnowTheLeastAndGreatestOfRandomRows() throws StoreException {
        SplittableRandom random = Seed.random("ZonePropertyTest");
        for (int i = 0; i < 40; i++) {
            check(random.split(), folder.resolve("store" + i));
        }
    }

    private static void check(SplittableRandom random, Path store) throws StoreException {
        ByteOrder order = random.nextBoolean() ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
        StringBuilder xml = new StringBuilder(HEAD.formatted(order == ByteOrder.LITTLE_ENDIAN ? "littleEndian"
                : "bigEndian"));
        List<Column> columns = new ArrayList<>();
        int offset = 0;
        for (int i = 0, count = 1 + random.nextInt(12); i < count; i++) {
            PrimitiveType type = PrimitiveType.values()[random.nextInt(PrimitiveType.values().length)];
            boolean optional = random.nextBoolean();
            xml.append("<field name=\"f%d\" id=\"%d\" type=\"%s\" presence=\"%s\"/>\n".formatted(i, i + 1,
                    type.sbeName(), optional ? "optional" : "required"));
            columns.add(new Column(type, optional, offset));
            offset += type.size();
        }
        Schema schema = TestSchemas.parse(xml + "</sbe:message></sbe:messageSchema>");
        boolean hasTime = columns.getFirst().type.size() == Long.BYTES;
        // Chunks from several pieces of 64 KiB to less than one.
        StoreOptions options = StoreOptions.defaults().withChunkBytes(1 << 12 + 3 * random.nextInt(3));
        try (WriteStore writer = WriteStore.open(store, options, new StoreDisk())) {
            TableDefinition definition = TableDefinition.of(schema, "Row");
            Table table = writer.define(hasTime ? definition.withTimeField("f0") : definition);
            Appender appender = writer.appender("Row");
            long rows = random.nextLong(2, 40_000);
            boolean sorted = random.nextBoolean();
            for (long row = 0; row < rows; row++) {
                RowClaim claim = appender.claim();
                long at = claim.offset();
                for (Column column : columns) {
                    put(random, column, order, claim.memory(), at + column.offset);
                }
                if (hasTime && sorted) {
                    claim.memory().set(StoreLayout.PACKED_LONG.withOrder(order), at, row / 3);
                }
                claim.commit();
            }
            writer.sealNow();
            Link[] links = writer.container("Row", OfTable.class).chain().links();
            List<ChunkSummary> chunks = table.chunks();
            assertEquals(links.length, chunks.size());
            try (Cursor cursor = table.cursor()) {
                for (int i = 0; i < links.length; i++) {
                    ChunkSummary chunk = chunks.get(i);
                    assertEquals(i + 1 < links.length || chunk.rows() == links[i].identity().capacity(),
                            chunk.sealed());
                    List<Zone> zones = brute(columns, order, cursor, chunk);
                    if (chunk.sealed()) {
                        assertEquals(zones, chunk.zones());
                        checkFooter(links[i], chunk, hasTime && sorted, writer.extents().geometry());
                    }
                }
            }
        }
    }

    private static void checkFooter(Link link, ChunkSummary chunk, boolean sorted, Geometry geometry) {
        Footer footer = Footer.read(link, link.entry().seal(), geometry);
        assertEquals(true, !sorted || footer.timesInOrder());
        long bytes = chunk.rows() * chunk.layout().stride();
        int[] expected = new int[(int) ((bytes + 65_535) / 65_536)];
        for (int i = 0; i < expected.length; i++) {
            java.util.zip.CRC32C crc = new java.util.zip.CRC32C();
            crc.update(link.memory().asSlice(link.offset() + i * 65_536L, Math.min(65_536, bytes - i * 65_536L))
                    .asByteBuffer());
            expected[i] = (int) crc.getValue();
        }
        assertArrayEquals(expected, footer.checksums());
    }

    private static void put(SplittableRandom random, Column column, ByteOrder order, MemorySegment memory, long at) {
        int kind = random.nextInt(10);
        long bits = switch (column.type) {
            case FLOAT -> Float.floatToRawIntBits(switch (kind) {
                case 0 -> Float.NaN;
                case 1 -> -0f;
                case 2 -> Float.NEGATIVE_INFINITY;
                default -> (float) random.nextDouble(-10, 10);
            });
            case DOUBLE -> Double.doubleToRawLongBits(switch (kind) {
                case 0 -> Double.NaN;
                case 1 -> 0d;
                case 2 -> Double.POSITIVE_INFINITY;
                default -> random.nextDouble(-10, 10);
            });
            case CHAR, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64 ->
                kind == 0 ? ((dev.ashlar.sbe.ir.Literal.Whole) column.type.nullValue()).bits() : random.nextLong();
        };
        ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES).order(order);
        switch (column.type.size()) {
            case 1 -> bytes.put((byte) bits);
            case 2 -> bytes.putShort((short) bits);
            case 4 -> bytes.putInt((int) bits);
            default -> bytes.putLong(bits);
        }
        MemorySegment.copy(MemorySegment.ofBuffer(bytes.rewind()), 0, memory, at, column.type.size());
    }

    /// The zones of a chunk, by numbers that know no overflow.
    private static List<Zone> brute(List<Column> columns, ByteOrder order, Cursor cursor, ChunkSummary chunk) {
        int count = columns.size();
        Comparable<?>[] least = new Comparable<?>[count];
        Comparable<?>[] greatest = new Comparable<?>[count];
        long[] nulls = new long[count];
        for (long row = 0; row < chunk.rows(); row++) {
            assertEquals(true, cursor.next());
            for (int i = 0; i < count; i++) {
                Column column = columns.get(i);
                byte[] bytes = cursor.memory().asSlice(cursor.offset() + column.offset, column.type.size())
                        .toArray(java.lang.foreign.ValueLayout.JAVA_BYTE);
                Comparable<?> value = value(column.type, bytes, order);
                boolean isNull = value.equals(nullValue(column.type));
                nulls[i] += isNull ? 1 : 0;
                if (!isNull || !column.optional) {
                    least[i] = least[i] == null || compare(value, least[i]) < 0 ? value : least[i];
                    greatest[i] = greatest[i] == null || compare(value, greatest[i]) > 0 ? value : greatest[i];
                }
            }
        }
        List<Zone> zones = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Column column = columns.get(i);
            zones.add(new Zone(column.offset, column.type, column.optional, least[i] == null, bits(least[i]),
                    bits(greatest[i]), nulls[i]));
        }
        return zones;
    }

    private static Comparable<?> value(PrimitiveType type, byte[] bytes, ByteOrder order) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(order);
        return switch (type) {
            // Zeros of either sign are one number.
            case FLOAT -> buffer.getFloat() + 0f;
            case DOUBLE -> buffer.getDouble() + 0d;
            case INT8 -> new BigDecimal(buffer.get());
            case INT16 -> new BigDecimal(buffer.getShort());
            case INT32 -> new BigDecimal(buffer.getInt());
            case INT64 -> new BigDecimal(buffer.getLong());
            case CHAR, UINT8 -> new BigDecimal(Byte.toUnsignedInt(buffer.get()));
            case UINT16 -> new BigDecimal(Short.toUnsignedInt(buffer.getShort()));
            case UINT32 -> new BigDecimal(Integer.toUnsignedLong(buffer.getInt()));
            case UINT64 -> new BigDecimal(new BigInteger(Long.toUnsignedString(buffer.getLong())));
        };
    }

    private static Comparable<?> nullValue(PrimitiveType type) {
        return switch (type) {
            case FLOAT -> Float.NaN;
            case DOUBLE -> Double.NaN;
            case UINT64 -> new BigDecimal(BigInteger.TWO.pow(64).subtract(BigInteger.ONE));
            case CHAR, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32 ->
                new BigDecimal(((dev.ashlar.sbe.ir.Literal.Whole) type.nullValue()).bits());
        };
    }

    private static int compare(Comparable<?> a, Comparable<?> b) {
        return switch (a) {
            case Float value -> Float.compare(value, (Float) b);
            case Double value -> Double.compare(value, (Double) b);
            default -> ((BigDecimal) a).compareTo((BigDecimal) b);
        };
    }

    private static long bits(Comparable<?> value) {
        return switch (value) {
            case null -> 0;
            case Float number -> Integer.toUnsignedLong(Float.floatToIntBits(number));
            case Double number -> Double.doubleToLongBits(number);
            default -> ((BigDecimal) value).toBigInteger().longValue();
        };
    }
}
