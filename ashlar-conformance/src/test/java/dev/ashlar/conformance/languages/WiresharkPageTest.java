// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.languages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.codegen.LanguageOptions;
import dev.ashlar.codegen.OutputDirectory;
import dev.ashlar.codegen.WiresharkGenerator;
import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.sbe.framing.Framing;
import dev.ashlar.sbe.framing.MessageLength;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.otf.JsonReader;
import dev.ashlar.testkit.CaptureBytes;
import dev.ashlar.testkit.Packets;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The command, each filter and the error on `docs/languages/wireshark.md` do what the page says.
class WiresharkPageTest {
    private static final String FRAMING =
            "packet=14,sequence=u32le@0,time=u64le@4,count=u16le@12,length=u16le,counts=message";
    private static final Pattern FILTER = Pattern.compile("`(!?ashlar\\.[^`]*)`");
    private static final Pattern FRAMES = Pattern.compile("\\|\\s*[0-9.]+ <> [0-9.]+\\s*\\|(.*)\\|");
    private static final String SELL = """
            {"template":"Trade","quantity":70,"price":123.45,"side":"Sell","flags":["auction"],
            "limits":{"low":1,"high":9},"rates":[1,2,3],"displayed":null,
            "fills":[{"quantity":70},{"quantity":30}],"note":"a partial fill"}""";
    private static final String BUY = """
            {"template":"Trade","quantity":150,"price":-0.05,"side":"Buy","flags":[],
            "limits":{"low":2,"high":9},"rates":[4,5,6],"displayed":5,"fills":[],"note":""}""";
    private static final String PAUSE = """
            {"template":"Pause","quantity":7}""";

    /// Packets of the capture, of each kind another power of two, so that their number tells the kinds.
    private enum Kind {
        SELLS, BUYS, OLD_PAUSES, MALFORMED
    }

    @TempDir
    Path folder;

    private String page;

    @BeforeEach
    void writeCapture() throws IOException, InterruptedException {
        Skips.require("Wireshark", List.of(Dissection.TSHARK));
        page = LanguagePage.of("wireshark").text();
        Schema schema = SchemaParser.parseText(Resources.text("wireshark.xml"), "wireshark.xml").schema();
        OutputDirectory.write(folder.resolve("lua"), WiresharkGenerator.generate(schema, LanguageOptions.DEFAULT,
                Framing.parse(FRAMING, MessageLength.of(schema))));
        List<byte[]> frames = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            for (int i = 0; i < 1 << kind.ordinal(); i++) {
                frames.add(packet(message(schema, kind)));
            }
        }
        Files.write(folder.resolve("day.pcapng"), CaptureBytes.of(frames.toArray(byte[][]::new)));
    }

    private static byte[] message(Schema schema, Kind kind) {
        byte[] bytes = new byte[256];
        String json = switch (kind) {
            case SELLS, MALFORMED -> SELL;
            case BUYS -> BUY;
            case OLD_PAUSES -> PAUSE;
        };
        int length = (int) new JsonReader(schema).read(json, MemorySegment.ofArray(bytes), 0);
        if (kind == Kind.OLD_PAUSES) {
            // The version.
            bytes[6] = 2;
        }
        return Arrays.copyOf(bytes, kind == Kind.MALFORMED ? length - 1 : length);
    }

    private static byte[] packet(byte[] message) {
        byte[] header = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN).putInt(1).putLong(1_000_000_000)
                .putShort((short) 1).putShort((short) message.length).array();
        return Packets.udpFrame(7_777, Packets.join(header, message));
    }

    /// What each filter finds.
    private static Map<String, List<Kind>> found() {
        List<Kind> trades = List.of(Kind.SELLS, Kind.BUYS, Kind.MALFORMED);
        List<Kind> sells = List.of(Kind.SELLS, Kind.MALFORMED);
        List<Kind> all = List.of(Kind.values());
        Map<String, List<Kind>> found = new LinkedHashMap<>();
        found.put("ashlar.template == \"Trade\"", trades);
        found.put("ashlar.header.version < 3", List.of(Kind.OLD_PAUSES));
        found.put("ashlar.Trade.quantity > 100", List.of(Kind.BUYS));
        found.put("ashlar.Trade.side == \"Sell\"", sells);
        found.put("ashlar.Trade.side == 50", sells);
        found.put("ashlar.Trade.flags.auction == 1", sells);
        found.put("ashlar.Trade.price >= 123.45", sells);
        found.put("ashlar.Trade.price.mantissa == 12345", sells);
        found.put("ashlar.Trade.limits.low", trades);
        found.put("ashlar.Trade.rates == 3", sells);
        found.put("ashlar.Trade.fills == 2", sells);
        found.put("ashlar.Trade.fills.quantity == 70", sells);
        found.put("ashlar.Trade.note contains \"part\"", List.of(Kind.SELLS));
        found.put("!ashlar.Trade.displayed", List.of(Kind.SELLS, Kind.OLD_PAUSES, Kind.MALFORMED));
        found.put("ashlar.packet.sequence", all);
        found.put("ashlar.packet.time", all);
        found.put("ashlar.packet.count", all);
        found.put("ashlar.malformed", List.of(Kind.MALFORMED));
        // Of streams; `WiresharkStreamTest` has some.
        found.put("ashlar.unfinished", List.of());
        found.put("ashlar.unreassembled", List.of());
        return found;
    }

    @Test
    void shouldFindWhatThePageSays() throws IOException, InterruptedException {
        Map<String, List<Kind>> expected = found();
        List<String> filters = FILTER.matcher(page).results().map(m -> m.group(1)).distinct().toList();
        assertEquals(List.copyOf(expected.keySet()), filters);
        List<String> lines = tshark("-q", "-z", "io,stat,0," + String.join(",", filters));
        List<Integer> counts = FRAMES.matcher(String.join("\n", lines)).results().map(m -> m.group(1).split("\\|"))
                .findFirst().map(WiresharkPageTest::frames).orElseThrow(() -> new AssertionError(lines));
        for (String filter : filters) {
            assertEquals(expected.get(filter).stream().mapToInt(kind -> 1 << kind.ordinal()).sum(),
                    counts.get(filters.indexOf(filter)), filter);
        }
    }

    /// Of each filter, the numbers of frames and of bytes.
    private static List<Integer> frames(String[] cells) {
        List<Integer> frames = new ArrayList<>();
        for (int i = 0; i < cells.length; i += 2) {
            frames.add(Integer.valueOf(cells[i].strip()));
        }
        return frames;
    }

    @Test
    void shouldRunTheCommandOfThePage() throws IOException, InterruptedException {
        String command = LanguagePage.of("wireshark").blocks("sh").strip();
        List<String> lines = tshark(folder, List.of("sh", "-c", command));
        assertEquals(found().get("ashlar.Trade.side == \"Sell\"").stream().mapToInt(kind -> 1 << kind.ordinal()).sum(),
                lines.size(), lines::toString);
    }

    @Test
    void shouldMarkMalformedMessagesAsThePageDoes() throws IOException, InterruptedException {
        String marked = LanguagePage.of("wireshark").written().getFirst();
        List<String> lines = tshark("-V", "-Y", "ashlar.malformed");
        assertTrue(lines.stream().anyMatch(line -> line.contains(marked)), () -> String.join("\n", lines));
    }

    /// As a later version of Wireshark may have a protocol of any name.
    @Test
    void shouldSayThatWiresharkHasTheProtocol() throws IOException, InterruptedException {
        Path dissector = folder.resolve("lua/ashlar.lua");
        Files.writeString(dissector, Files.readString(dissector).replace("local prefix = \"ashlar\"", "local prefix = \"tcp\""));
        tshark();
        String log = Files.readString(folder.resolve("log.txt"));
        assertTrue(log.contains("Wireshark already has a protocol tcp: generate it with another --package"), log);
    }

    /// Each name that is refused is one of Wireshark's, of this version or another.
    @Test
    void shouldKnowTheNamesOfWireshark() throws IOException, InterruptedException {
        Schema schema = SchemaParser.parseText(Resources.text("wireshark.xml"), "wireshark.xml").schema();
        Framing framing = Framing.raw(MessageLength.of(schema));
        List<String> accepted = tshark(folder, List.of("tshark", "-G", "protocols")).stream().map(line -> line.split("\t")[2])
                .map(name -> name.replaceFirst("\\..*", "")).distinct().filter(name -> name.matches("[a-z][a-z0-9_]*"))
                .filter(name -> isAccepted(schema, name, framing)).toList();
        // Later versions have some more.
        assertTrue(accepted.size() < 50, accepted::toString);
    }

    private static boolean isAccepted(Schema schema, String name, Framing framing) {
        try {
            WiresharkGenerator.generate(schema, LanguageOptions.DEFAULT.withPackageName(name), framing);
            return true;
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    private List<String> tshark(String... options) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("tshark", "-n", "-X", "lua_script:lua/ashlar.lua", "-r",
                "day.pcapng"));
        command.addAll(List.of(options));
        return tshark(folder, command);
    }

    private static List<String> tshark(Path folder, List<String> command) throws IOException, InterruptedException {
        return Tool.answers(folder, command, new byte[0]);
    }
}
