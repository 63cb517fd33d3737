// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest;

import static dev.ashlar.testkit.Packets.bytes;
import static dev.ashlar.testkit.Packets.hex;
import static dev.ashlar.testkit.Packets.join;
import static dev.ashlar.testkit.Packets.udpFrame;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.sbe.framing.Framing;
import dev.ashlar.sbe.framing.MessageLength;
import dev.ashlar.testkit.CaptureBytes;
import dev.ashlar.testkit.Packets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FramingTest {
    private static final MessageLength LENGTH_BYTE = (memory, offset, available) ->
            memory.get(java.lang.foreign.ValueLayout.JAVA_BYTE, offset);

    private static Collected datagram(String framing, byte[] payload) throws IOException {
        return Collected.of(CaptureBytes.of(udpFrame(1, payload)),
                SourceOptions.of(Framing.parse(framing, LENGTH_BYTE)));
    }

    private static Collected stream(String framing, byte[] content) throws IOException {
        return Collected.of(content, SourceOptions.of(Framing.parse(framing, LENGTH_BYTE))
                .withFormat(SourceOptions.Format.RAW));
    }

    private static List<String> hexes(Collected all) {
        return all.entries.stream().map(e -> HexFormat.of().formatHex(e.bytes())).toList();
    }

    @ParameterizedTest
    @CsvSource({
        "cme-mdp3,    01000000 0200000000000000 0400a1a2 0300b1,             a1a2 b1,             1, 2",
        "cme-ilink3,  0600feca a1a2 0500feca b1,                             a1a2 b1,            -1,",
        "b3,          00000000 07000000 0200000000000000 060050eb a1a2,      a1a2,                7, 2",
        "coinbase-md, 0200000000000000 0700000000000000 0000 00 02 00000000 0400a1a2 00000000 0300b1, "
                + "0400a1a2 0300b1, 7, 2",
        "memoir,      0212 0000000000000001 0000000000000007 0002 0002a1a2 0001b1, a1a2 b1,         7,",
        "sofh,        00000008eb50a1a2 000000075be0b1,                       a1a2 b1,            -1,",
        "raw,         03a1a2 02b1,                                           03a1a2 02b1,        -1,",
        "'packet=12,sequence=u32le@0,time=u64le@4,length=u16le', "
                + "01000000 0200000000000000 0400a1a2 0300b1, a1a2 b1, 1, 2",
        "'length=u16le,message=4,marker=feca@2', 0600feca a1a2 0500feca b1,  a1a2 b1,            -1,",
        "'length=u8@1,counts=rest,message=3',    ff03eea1a2 ff02eeb1,        a1a2 b1,            -1,",
        "'length=u32be@2,counts=message,message=8', 0000000000020000a1a2,    a1a2,               -1,",
        "'length=u64le,counts=message,align=4', 0100000000000000a1000000 0100000000000000b1, a1 b1, -1,",
    })
    void shouldSplitDatagrams(String framing, String payload, String messages, long sequence, Long time)
            throws IOException {
        Collected all = datagram(framing, hex(payload));

        assertEquals(List.of(messages.strip().split(" +")), hexes(all));
        assertEquals(List.of(), all.report.skipped());
        assertEquals(sequence, all.entries.getFirst().packetSequence());
        assertEquals(time == null ? MessageContext.NO_TIME : time, all.entries.getFirst().sendingTimeNs());
    }

    @ParameterizedTest
    @CsvSource({
        "cme-mdp3,    feca 01000000 0200000000000000 0400a1a2 feca 02000000 0300000000000000 0300b1",
        "cme-mdp3,    0400a1a2 0300b1",
        "cme-ilink3,  0600feca a1a2 0500feca b1",
        "b3,          060050eb a1a2 050050eb b1",
        "memoir,      0002a1a2 0001b1",
        "sofh,        00000008eb50a1a2 000000075be0b1",
    })
    void shouldSplitStreams(String framing, String content) throws IOException {
        Collected all = stream(framing, hex(content));

        assertEquals(List.of("a1a2", "b1"), hexes(all));
        assertTrue(all.report.isComplete());
        assertEquals(hex(content).length, all.report.bytes());
        if (content.startsWith("feca")) {
            assertEquals(2, all.entries.get(1).packetSequence());
            assertEquals(3, all.entries.get(1).sendingTimeNs());
        }
    }

    @ParameterizedTest
    @CsvSource({
        // shorter than its packet header
        "cme-mdp3,    010000000200000000, , 9",
        // length 0, 1, beyond the datagram; bytes behind the last frame
        "cme-mdp3,    01000000 0200000000000000 0300b1 0000, b1, 2",
        "cme-mdp3,    01000000 0200000000000000 0300b1 010000, b1, 3",
        "cme-mdp3,    01000000 0200000000000000 0300b1 0500a1a2, b1, 4",
        "cme-mdp3,    01000000 0200000000000000 0300b1 05, b1, 1",
        // wrong marker
        "cme-ilink3,  0600feca a1a2 0500cafe b1, a1a2, 5",
        // count says fewer, then more, than there are
        "memoir,      0212 0000000000000001 0000000000000007 0001 0002a1a2 0001b1, a1a2, 3",
        "memoir,      0212 0000000000000001 0000000000000007 0003 0002a1a2, a1a2, 0",
        "'packet=8,count=u64be@0,length=u16be', 8000000000000000 0004a1a2, a1a2, 0",
        // lengths with the highest bit set
        "sofh,        ffffffffeb50a1a2, , 8",
        "length=u64be, ffffffffffffffff, , 8",
        "length=u64be, 7fffffffffffffff, , 8",
        "'length=u64be,counts=message', 7fffffffffffffff, , 8",
        "raw,         00, , 1",
        "raw,         80, , 1",
    })
    void shouldCountImpossibleFrames(String framing, String payload, String message, long bytes) throws IOException {
        Collected all = datagram(framing, hex(payload));

        assertEquals(message == null ? List.of() : List.of(message), hexes(all));
        assertEquals(1, all.report.skipped().size());
        assertEquals(1, all.report.count(SkipReason.BAD_FRAME));
        assertEquals(bytes, all.report.bytes(SkipReason.BAD_FRAME));
    }

    @Test
    void shouldKnowEachName() {
        for (String name : Framing.names()) {
            assertEquals(name, Framing.parse(name, LENGTH_BYTE).name());
        }
    }

    @Test
    void shouldCountHeaderWithoutFramesAsEmpty() throws IOException {
        Collected heartbeat = datagram("cme-mdp3", hex("01000000 0200000000000000"));

        assertEquals(1, heartbeat.report.count(SkipReason.EMPTY));
        assertTrue(heartbeat.report.isComplete());
    }

    /// Between messages a sender says that it is there, with a shorter header; at the end that this was the end.
    @ParameterizedTest
    @CsvSource({
        "memoir, 0012 0000000000000001 0000000000000007",
        "memoir, 0112 0000000000000001 0000000000000007",
        "'packet=20,count=u16be@18,length=u16be,counts=message,idle=18:00/01@0', "
                + "0012 0000000000000001 0000000000000007",
        "'packet=8,length=u16be,idle=3', 000001",
        "'packet=8,length=u16be,idle=12', 000001020304050607080900",
        // MoldUDP64 at the end of a session: as many messages as the field can say, and none there.
        "'packet=20,sequence=u64be@10,count=u16be@18,numbers=messages,length=u16be,counts=message', "
                + "00000000000000000000 0000000000000007 ffff",
    })
    void shouldCountDatagramsWithoutMessagesAsEmpty(String framing, String payload) throws IOException {
        Collected all = datagram(framing, hex(payload));

        assertEquals(1, all.report.count(SkipReason.EMPTY), all.report::toString);
        assertTrue(all.report.isComplete(), all.report::toString);
    }

    @Test
    void shouldNotTakeACutMessageForAHeartbeat() throws IOException {
        for (String framing : List.of("memoir", "packet=20,count=u16be@18,length=u16be,counts=message,idle=18:00@0")) {
            assertEquals(1, datagram(framing, hex("0212 0000000000000001 0000000000000007")).report
                    .count(SkipReason.BAD_FRAME), framing);
        }
    }

    @Test
    void shouldCountEmptyMessages() throws IOException {
        Collected all = datagram("memoir", hex("0212 0000000000000001 0000000000000007 0002 0000 0001b1"));

        assertEquals(List.of("b1"), hexes(all));
        assertEquals(1, all.report.count(SkipReason.EMPTY));
    }

    @Test
    void shouldSplitLongRawFile() throws IOException {
        byte[][] parts = new byte[3000][];
        for (int i = 0; i < parts.length; i++) {
            int length = 1 + i * 31 % 3000;
            parts[i] = join(Packets.shorts(length + 2), new byte[length]);
            parts[i][2] = (byte) i;
        }
        Collected all = stream("length=u16be", join(parts));

        assertEquals(parts.length, all.entries.size());
        long position = 0;
        for (int i = 0; i < parts.length; i++) {
            assertEquals(parts[i].length - 2, all.entries.get(i).bytes().length);
            assertEquals((byte) i, all.entries.get(i).bytes()[0]);
            assertEquals(position, all.entries.get(i).filePosition());
            assertEquals(i, all.entries.get(i).messageIndex());
            position += parts[i].length;
        }
        assertTrue(all.report.isComplete());
    }

    @Test
    void shouldSayWhereRawFileEndsInsideAMessage() throws IOException {
        Collected all = stream("length=u16be", hex("0003a1 0005b1"));

        assertEquals(List.of("a1"), hexes(all));
        assertEquals(6, all.report.truncatedAt());
        assertEquals(3, all.report.bytes(SkipReason.INCOMPLETE_MESSAGE));
        assertEquals(3, all.report.skipped().getFirst().first().getFirst().filePosition());
    }

    @Test
    void shouldStopRawFileWhereNoFrameCanBegin() throws IOException {
        Collected all = stream("length=u16be", hex("0003a1 0001b1"));

        assertEquals(List.of("a1"), hexes(all));
        assertEquals(3, all.failure.position());
        assertTrue(all.failure.getMessage().contains("check the framing"), all.failure.getMessage());
    }

    @Test
    void shouldTakeAnythingThatIsNoCaptureForRaw() throws IOException {
        SourceOptions options = SourceOptions.of(Framing.parse("length=u16be"));

        assertEquals(List.of("x"), Collected.of(join(hex("0003"), bytes("x")), options).texts());
        assertEquals(List.of("x"), Collected.of(CaptureBytes.gzip(join(hex("0003"), bytes("x"))), options).texts());
        assertEquals(0, Collected.of(new byte[0], options).report.messages());
        assertThrows(CaptureFormatException.class,
                () -> Collected.of(hex("000378"), options.withFormat(SourceOptions.Format.CAPTURE)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "cme | unknown framing; name one of ",
        "raw | framing raw needs the messages' lengths from a schema",
        "packet=12 | no length field: give its width, such as length=u16le (framing packet=12)",
        "length=u16le,size=3 | unknown key: key=size; known are align, ",
        "length=u16le,align | key must have exactly one value: key=align",
        "length=u16le,length=u16le | key must have exactly one value: key=length",
        "length=u24le | not a field: length=u24le; write width, byte order and offset",
        "length=u16 | not a field: length=u16;",
        "length=u16le,time=u64le,packet=8 | not a field: time=u64le;",
        "length=u16le,time=u64le@4,packet=8 | time reaches beyond the packet header: time=u64le@4, packet=8",
        "length=u16le,packet=99999 | not a number: packet=99999",
        "length=u16le,packet=2000 | packet header length out of range: length=2000, max=1024",
        "length=u16le,align=3 | alignment is not a power of two: align=3",
        "length=u16le,counts=all | unknown value: counts=all; use frame, rest or message",
        "length=u16le,numbers=all | unknown value: numbers=all; use packets or messages",
        "length=u16le,numbers=messages | messages are numbered, but no field counts them",
        "length=u16le,marker=fe@2 | not a marker: marker=fe@2",
        "length=u16le,message=9000 | message offset outside a frame header",
        "length=u32le,message=2 | length field is partly in the message: offset=0, end=4, message=2",
        "length=u16le,message=3,marker=feca@2 | marker field is partly in the message: offset=2, end=4, message=3",
        "length=u16le,idle=x | not an idle datagram: idle=x; write its length in bytes, and the values",
        "length=u16le,idle=18:00@18 | byte outside an idle datagram: offset=18, length=18",
        "length=u16le,idle=2000 | idle datagram length out of range: length=2000, max=1024",
        "length=u16le, | unknown key: key=;",
    })
    void shouldSayWhatIsWrongWithADescription(String text, String message) {
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> Framing.parse(text));
        assertTrue(e.getMessage().startsWith(message), e.getMessage());
    }

    /// The page has every name and key, and what it shows is read as it says.
    @Test
    void shouldKnowWhatItsPageNames() throws IOException {
        String page = Files.readString(Path.of(System.getProperty("ashlar.root", ".."), "docs/framings.md"));
        Framing.names().forEach(name -> assertTrue(page.contains("| `" + name + "` |"), name));
        String unknown = assertThrows(IllegalArgumentException.class, () -> Framing.parse("none=1")).getMessage();
        String keys = unknown.replaceFirst(".*known are (.*) \\(framing.*", "$1");
        for (String key : keys.split(", ")) {
            assertTrue(page.contains("| `" + key + "` |"), key);
        }
        List<String> used = Pattern.compile(" -f (\\S+=\\S+)").matcher(page).results().map(m -> m.group(1)).toList();
        assertEquals(2, used.size());
        used.forEach(Framing::parse);
        List<MatchResult> same = Pattern.compile("`(\\S+=\\S+)` is `(\\S+)`").matcher(page).results().toList();
        assertEquals(2, same.size());
        for (MatchResult one : same) {
            Framing described = Framing.parse(one.group(1));
            Framing named = Framing.parse(one.group(2));
            assertEquals(named.packet(), described.packet());
            assertEquals(named.datagram().toString(), described.datagram().toString());
        }
    }
}
