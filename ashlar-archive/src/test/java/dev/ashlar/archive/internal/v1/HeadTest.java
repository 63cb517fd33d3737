// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.archive.internal.v1;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.archive.Archive.Day;
import dev.ashlar.archive.Archive.Table;
import dev.ashlar.archive.Division;
import dev.ashlar.store.IndexDeclaration;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreException.Reason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

class HeadTest {
    private static final Path FILE = Path.of("archive.head");
    private static final Path PAGE = Path.of(System.getProperty("ashlar.root", ".."), "docs/formats/archive-v1.md");

    private static Head head() {
        Division division = Division.parse("day:Europe/London");
        List<Table> tables = List.of(new Table("Trade", "table", 1_200_345, OptionalLong.of(1_767_571_200_000_000_001L),
                OptionalLong.of(1_767_657_599_000_000_000L), 0x1c291ca3L), new Table("a name%", "journal", 7,
                OptionalLong.empty(), OptionalLong.empty(), -1));
        return new Head("2b8a3e0c-9d0e-4a55-8d3a-0d6f3d6b1a11", 7, division, List.of(
                IndexDeclaration.hash("Trade", "tradeId"), IndexDeclaration.sorted("a name%", "symbol", "price")), List.of(
                new Day(division.parsePeriod("2026-01-05"), false, "6c1d3c8e-20a8-4b43-a2a7-54a9f14e3f10", 33_656_832,
                        tables),
                new Day(division.parsePeriod("2026-01-06"), true, "f1b5c7a4-5b0e-4a53-b1f1-bb1b8e0a7f22", 0, List.of())),
                List.of(new Head.Dropped("2026-01-02", "0d8c8b8e-7b4c-4c60-8e37-1f8d5a1f0c33")));
    }

    @Test
    void shouldReadWhatItWrote() throws StoreException {
        assertEquals(head(), Head.decode(head().encode(), FILE));
    }

    @Test
    void shouldBeWhatThePageShows() throws IOException {
        String text = new String(head().encode(), StandardCharsets.UTF_8);
        assertTrue(Files.readString(PAGE).contains("```\n" + text + "```\n"), () -> text);
    }

    @Test
    void shouldDetectEveryFlippedBit() {
        byte[] bytes = head().encode();
        for (int i = 0; i < bytes.length * 8; i++) {
            byte[] damaged = bytes.clone();
            damaged[i / 8] ^= (byte) (1 << i % 8);
            assertEquals(Reason.CORRUPT, assertThrows(StoreException.class, () -> Head.decode(damaged, FILE),
                    "bit=" + i).reason());
        }
    }

    @Test
    void shouldDetectEveryMissingEnd() {
        byte[] bytes = head().encode();
        for (int length = 0; length < bytes.length; length++) {
            byte[] cut = Arrays.copyOf(bytes, length);
            assertThrows(StoreException.class, () -> Head.decode(cut, FILE), "length=" + length);
        }
    }

    @Test
    void shouldRefuseALaterVersionAndUnknownLines() {
        String text = new String(head().encode(), StandardCharsets.UTF_8);
        text = text.substring(0, text.lastIndexOf("crc32c"));
        assertEquals(Reason.VERSION, reason(text.replace("ashlar-archive 1\n", "ashlar-archive 2\n")));
        assertEquals(Reason.CORRUPT, reason(text + "colour blue\n"));
        assertEquals(Reason.CORRUPT, reason(text.replace("day 2026-01-05", "day ../../etc")));
        assertEquals(Reason.CORRUPT, reason(text.replace("2026-01-06 open", "2026-01-06 ajar")));
        assertEquals(Reason.CORRUPT, reason(text.replace("2026-01-05 sealed", "2026-01-05 open")));
        assertEquals(Reason.CORRUPT, reason(text.replace("day 2026-01-06", "day 2026-01-05")));
        assertEquals(Reason.CORRUPT, reason(text.replace("Trade hash tradeId", "Trade hash")));
        assertEquals(Reason.CORRUPT, reason(text.replace("Trade hash tradeId", "Trade hash ")));
        assertEquals(Reason.CORRUPT, reason(text.replace("Trade hash tradeId", "Trade tree tradeId")));
        assertEquals(Reason.CORRUPT, reason(text.replace("generation 7", "generation x")));
        assertEquals(Reason.ACCESS, reason(text.replace(" Europe/London", " Europe/Londinium")));
        assertEquals(Reason.CORRUPT, reason(text.replace(" Europe/London", " %2f")));
    }

    /// Rules of time zones change: a machine may not know the offset that the writer's rules gave an hour.
    @Test
    void shouldReadHoursThatThisMachineDoesNotKnow() throws StoreException {
        Division division = Division.parse("hour:Europe/London");
        String start = "ashlar-archive 1\nid x\ngeneration 1\ndivision hour Europe/London\nday ";
        String end = " open y 1780275600000000000 1780279200000000000 0\ndropped 2026-06-01T00+0000 z\n";
        Head head = Head.decode(withChecksum(start + "2026-06-01T01+0000" + end), FILE);
        assertEquals("2026-06-01", head.days().getFirst().period().date().toString());
        assertEquals(1_780_275_600_000_000_000L, head.days().getFirst().period().startNs());
        assertThrows(IllegalArgumentException.class, () -> division.parsePeriod("2026-06-01T01+0000"));
        for (String name : List.of("2026-06-01", "2026-06-01T1+0000", "2026-06-01T01+0000/..", "../2026-06-01T01+0000")) {
            assertEquals(Reason.CORRUPT, reason(start + name + end), name);
        }
    }

    private static byte[] withChecksum(String text) {
        CRC32C crc = new CRC32C();
        crc.update(text.getBytes(StandardCharsets.UTF_8));
        return (text + "crc32c %08x\n".formatted(crc.getValue())).getBytes(StandardCharsets.UTF_8);
    }

    private static Reason reason(String text) {
        return assertThrows(StoreException.class, () -> Head.decode(withChecksum(text), FILE)).reason();
    }
}
