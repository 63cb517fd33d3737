// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.formats;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.memory.PoolOptions;
import dev.ashlar.memory.SharedPool;
import dev.ashlar.sbe.ParseOptions;
import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.sbe.sbeir.SbeIrWriter;
import dev.ashlar.testkit.FormatPage;
import dev.ashlar.testkit.StandardTypes;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The examples on the pages of the formats are bytes of real files: those of the kit, or made here.
class FormatPagesTest {
    private static final HexFormat HEX = HexFormat.ofDelimiter(" ");
    @TempDir
    Path temp;

    /// Rows of an example: offset, bytes and what they are.
    private static final class Example {
        private final byte[] bytes;
        private final StringBuilder rows = new StringBuilder();

        Example(byte[] bytes) {
            this.bytes = bytes;
        }

        Example row(int offset, int length, String what) {
            String hex = HEX.formatHex(bytes, offset, offset + length);
            rows.append("| ").append(offset).append(" | `").append(hex).append("` | ").append(what).append(" |\n");
            return this;
        }

        void isOn(String page) throws IOException {
            String text = FormatPage.read(page, "none").text();
            assertTrue(text.contains(rows), () -> page + " has another example than this:\n" + rows);
        }
    }

    @Test
    void shouldShowAToken() throws IOException {
        byte[] ir = SbeIrWriter.toBytes(SchemaParser.parse(new ByteArrayInputStream("""
                <sbe:messageSchema xmlns:sbe="http://fixprotocol.io/2016/sbe" package="demo" id="7" version="2"
                        byteOrder="littleEndian">
                <types>%s</types>
                <sbe:message name="Beat" id="3"><field name="n" id="1" type="uint16"/></sbe:message>
                </sbe:messageSchema>""".formatted(StandardTypes.HEADER).getBytes(StandardCharsets.UTF_8)), "demo.xml",
                ParseOptions.DEFAULT).schema());
        int field = ir.length;
        // The last four tokens: field, its type, end of the field, end of the message; the names say where they are.
        String text = new String(ir, StandardCharsets.ISO_8859_1);
        field = text.indexOf("\1\0n") - 28;
        int type = text.indexOf("\6\0uint16", field) - 28;
        new Example(ir).row(0, 12, "schema 7, form 0, version 2").row(12, 6, "package `demo`")
                .row(18, 4, "no namespace, no semantic version")
                .row(22, 20, "first token: offset 0, size 8, no id, version 0, count 6")
                .row(42, 8, "begin of a composite, no primitive, little endian, required, not deprecated")
                .row(50, 15, "name `messageHeader`").row(65, 22, "eleven empty strings")
                .row(field, 20, "offset 0, size 2, id 1, version 0, count 3")
                .row(field + 20, 8, "begin of a field").row(field + 28, 3, "name `n`")
                .row(type, 20, "its type: offset 0, size 2, no id, version 0, count 1")
                .row(type + 20, 8, "scalar, `uint16`").row(type + 28, 8, "name `uint16`").isOn("sbeir.md");
    }

    @Test
    void shouldShowAStore() throws IOException {
        Path store = KitFiles.unzip(KitFiles.KIT.resolve("versions.zip"), temp.resolve("store"));
        byte[] head = Files.readAllBytes(store.resolve("store.head"));
        new Example(head).row(0, 8, "`ASHLSTOR`").row(8, 8, "version 1, checksum")
                .row(16, 8, "length; flags: the writer closed the store").row(24, 8, "generation")
                .row(32, 16, "id of the store").row(48, 16, "id of the boot")
                .row(80, 16, "4,096 bytes a chunk, 8 chunks an extent, number of extents and marks")
                .row(96, 8, "bytes of the catalog").row(128, 32, "first mark: container, flags, first, end, detail")
                .isOn("store-v1.md");
        byte[] catalog = Files.readAllBytes(store.resolve("store.catalog"));
        new Example(catalog).row(0, 16, "`ASHLCATA`, version 1, checksum").row(32, 12, "record of 32 bytes, type 1")
                .row(44, 20, "schema 1: id 902, version 0, length and checksum of its file").isOn("store-v1.md");
        byte[] extent = Files.readAllBytes(store.resolve("extents/0000.ext"));
        new Example(extent).row(4096, 16, "entry of chunk 0: checksum, container, ordinal")
                .row(4112, 24, "first, capacity, epoch").row(4136, 24, "stride, block length, version, prefix, footer")
                .row(4160, 24, "count, next, retired").row(8192, 32, "first frame: length, checksum, time, sequence, row")
                .row(8224, 8, "its message header: block length 8, template 3, schema 902, version 0")
                .isOn("store-v1.md");
    }

    @Test
    void shouldShowRings() throws IOException {
        Path queues = KitFiles.unzip(KitFiles.KIT.resolve("queues.zip"), temp.resolve("queues"));
        new Example(Files.readAllBytes(queues.resolve("one"))).row(0, 8, "`ashlring`")
                .row(8, 12, "version 1, capacity 256, messages of any length")
                .row(128, 16, "tail 72, ended: tail + 1").row(256, 16, "head 0, not left")
                .row(384, 8, "first record: 9 bytes, type 0").row(392, 9, "`message 0`").isOn("ring-v1.md");
        new Example(Files.readAllBytes(queues.resolve("fixed"))).row(0, 8, "`ashlfixr`")
                .row(8, 12, "version 1, capacity 8 messages, of 16 bytes").row(128, 8, "tail 5").row(256, 8, "head 2")
                .row(384 + 16, 16, "second message: 1, -1").isOn("ring-v1.md");
        new Example(Files.readAllBytes(queues.resolve("many"))).row(0, 8, "`ashlfunl`")
                .row(8, 16, "version 1, 16 entries, 2 lanes of 256 bytes").row(128, 8, "tail 4").row(256, 8, "head 0")
                .row(384, 8, "lane 0: ended").row(512, 8, "lane 1: in use").row(640, 8, "entry 0: lane 0, offset 0, lap 1")
                .row(648, 8, "entry 1: lane 1").row(768, 8, "first record of lane 0: 9 bytes, type 0")
                .row(776, 9, "`message 0`").isOn("many-to-one-ring-v1.md");
    }

    @Test
    void shouldShowAPool() throws IOException {
        Path folder = Files.createDirectory(temp.resolve("pool"));
        try (SharedPool _ = SharedPool.open(folder, PoolOptions.bounded(1 << 16, 4096));
                RandomAccessFile file = new RandomAccessFile(folder.resolve("pool.directory").toFile(), "r")) {
            byte[] header = new byte[256];
            file.readFully(header);
            new Example(header).row(0, 8, "`ASHLPOOL`").row(8, 4, "version 1")
                    .row(16, 20, "4,096 bytes a chunk, 16 chunks, 16 of an extent, 64 processes, 256 containers")
                    .row(128, 8, "slot 0: taken by process 0, epoch 1").isOn("pool-v1.md");
        }
    }
}
