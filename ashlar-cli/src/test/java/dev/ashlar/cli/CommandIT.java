// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.ingest.sample.SampleFeed;
import dev.ashlar.testkit.KnownFeed;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CommandIT {
    private static final Path SAMPLE = ShopStore.SCHEMA;

    @Test
    void shouldPrintVersionAndHelp() throws Exception {
        Command version = Command.run("--version");
        assertEquals(0, version.exitCode());
        assertTrue(version.out().matches("ashlar \\d+\\.\\d+\\.\\d+\\S* \\(Java .*\\)\n"), version.out());
        for (String name : List.of("compile", "check", "inspect", "decode", "demo", "load", "info", "verify", "dump")) {
            Command help = Command.run(name, "--help");
            assertEquals(0, help.exitCode());
            assertTrue(help.out().startsWith("Usage: ashlar " + name), help.out());
            assertEquals("", help.err());
        }
    }

    @Test
    void shouldSayWhatIsWrongWithTheUsageInOneLine() throws Exception {
        for (List<String> arguments : List.of(List.of("nonsense"), List.<String>of(), List.of("decode"),
                List.of("inspect"),
                List.of("compile", SAMPLE.toString(), "-o", "/nowhere/at/all", "--package", "a..b"),
                List.of("compile", SAMPLE.toString(), "-o", "/nowhere/at/all", "--package", "1bad"),
                List.of("compile", SAMPLE.toString(), "-o", "/nowhere/at/all", "-l", "cpp", "--package", "../up"),
                List.of("compile", SAMPLE.toString(), "-o", "/nowhere/at/all", "-l", "cpp", "--records"),
                List.of("decode", "-s", SAMPLE.toString(), "--limit", "x", "-"),
                List.of("decode", "-s", SAMPLE.toString(), "--limit", "-1", "-"),
                List.of("decode", "-s", SAMPLE.toString(), "-f", "morse", "-"),
                List.of("decode", "-s", SAMPLE.toString(), "--port", "65536", "-"),
                List.of("decode", "-s", SAMPLE.toString(), "-f", "cme-mdp3", "--lines", "nowhere:1", "-"),
                List.of("decode", "-s", SAMPLE.toString(), "-f", "sofh", "--arbitrate", "-"),
                List.of("decode", "-s", SAMPLE.toString(), "-f", "memoir", "--arbitrate", "-"),
                List.of("decode", "-s", SAMPLE.toString(), "--merge", "-", "-"),
                List.of("decode", "-s", SAMPLE.toString(), "--where", "template=Nothing", "-"),
                List.of("decode", "-s", SAMPLE.toString(), "--where", "price=1", "-"))) {
            Command wrong = Command.run(arguments.toArray());
            assertEquals(2, wrong.exitCode(), arguments::toString);
            assertTrue(wrong.hasOneErrorLine(), wrong.err());
            assertEquals("", wrong.out());
        }
    }

    @Test
    void shouldInspectLayouts() throws Exception {
        Command inspect = Command.run("inspect", SAMPLE, "--types");
        assertEquals(0, inspect.exitCode(), inspect.err());
        assertTrue(inspect.out().contains("message Trade id=1 blockLength=38"), inspect.out());
        assertTrue(inspect.out().contains("composite Price (8 bytes)"), inspect.out());
    }

    @Test
    void shouldRefuseBadSchemasWithPlaceAndExitCode3(@TempDir Path dir) throws Exception {
        Path bad = Files.writeString(dir.resolve("bad.xml"), "<messageSchema package='p' id='1'>\n<types>");
        Command one = Command.run("inspect", bad);
        assertEquals(3, one.exitCode());
        assertTrue(one.hasOneErrorLine() && one.err().contains("bad.xml:2:"), one.err());
        for (Path file : List.of(dir.resolve("absent.xml"), dir)) {
            Command refused = Command.run("inspect", file);
            assertEquals(3, refused.exitCode());
            assertTrue(refused.hasOneErrorLine(), refused.err());
        }
    }

    @Test
    void shouldRefuseInputsThatAreNoCaptures(@TempDir Path dir) throws Exception {
        Path noise = Files.write(dir.resolve("noise"), new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});
        for (String framing : List.of("raw", "cme-mdp3", "sofh", "cme-ilink3")) {
            Command decode = Command.run("decode", "-s", SAMPLE, "-f", framing, noise);
            assertEquals(3, decode.exitCode(), framing + decode.out());
            assertEquals("", decode.out());
            assertFalse(decode.err().contains("Exception") || decode.err().contains("\tat "), decode.err());
        }
        Command absent = Command.run("decode", "-s", SAMPLE, dir.resolve("absent"));
        assertEquals(3, absent.exitCode());
        assertTrue(absent.hasOneErrorLine(), absent.err());
        assertEquals(0, Command.run("decode", "-s", SAMPLE, "-").exitCode());
    }

    @Test
    void shouldCompileCheckAndReadBackWhatWasCompiled(@TempDir Path dir) throws Exception {
        Command java = Command.run("compile", SAMPLE, "-o", dir.resolve("java"), "--records", "--package", "a.b");
        assertEquals(0, java.exitCode(), java.err());
        assertTrue(Files.readString(dir.resolve("java/a/b/TradeEncoder.java")).contains("package a.b;"));
        record Compiled(String language, String file, String text) { }
        for (Compiled each : List.of(new Compiled("cpp", "a/b/trade.hpp", "namespace a::b {"),
                new Compiled("python", "a/b/trade.py", "class TradeDecoder("),
                new Compiled("typescript", "a/b/trade.ts", "export class TradeDecoder "),
                new Compiled("rust", "Cargo.toml", "name = \"a-b\""),
                new Compiled("go", "b/trade_message.go", "type TradeDecoder struct {"))) {
            Path folder = dir.resolve(each.language());
            Command compile = Command.run("compile", SAMPLE, "-o", folder, "-l", each.language(), "--package", "a.b");
            assertEquals(0, compile.exitCode(), compile.err());
            assertTrue(Files.readString(folder.resolve(each.file())).contains(each.text()), each::toString);
        }
        Command ir = Command.run("compile", SAMPLE, "-l", "sbeir", "-o", dir);
        assertEquals(0, ir.exitCode(), ir.err());
        Command same = Command.run("check", SAMPLE, dir.resolve("shop.sbeir"));
        assertEquals(0, same.exitCode(), same.out());
        assertEquals("backward compatible, forward compatible\n", same.out());

        Path other = Files.writeString(dir.resolve("other.xml"), Files.readString(SAMPLE)
                .replace("name=\"quantity\" id=\"53\" type=\"Quantity\"", "name=\"quantity\" id=\"53\" type=\"uint64\"")
                .replace("version=\"1\"\n", "version=\"2\"\n"));
        Command broken = Command.run("check", SAMPLE, other);
        assertEquals(1, broken.exitCode(), broken.out() + broken.err());
        assertTrue(broken.out().contains("other.xml:") && broken.out().contains("Trade/quantity"), broken.out());
        assertTrue(broken.out().endsWith("backward broken, forward broken\n"), broken.out());
    }

    @Test
    void shouldLeaveNothingBehindWhenCompilingFails(@TempDir Path dir) throws Exception {
        Path bad = Files.writeString(dir.resolve("bad.xml"),
                Files.readString(SAMPLE).replace("type=\"Price\"", "type=\"Prize\""));
        Path output = dir.resolve("out");
        assertEquals(3, Command.run("compile", bad, "-o", output).exitCode());
        assertFalse(Files.exists(output));
        Path file = Files.writeString(dir.resolve("file"), "in the way");
        Command blocked = Command.run("compile", SAMPLE, "-o", file);
        assertEquals(3, blocked.exitCode());
        assertTrue(blocked.hasOneErrorLine(), blocked.err());
        Path garbage = Files.write(dir.resolve("garbage.sbeir"), new byte[] {1, 2, 3});
        Command refused = Command.run("compile", garbage, "-o", output);
        assertEquals(3, refused.exitCode());
        assertTrue(refused.hasOneErrorLine(), refused.err());
        assertFalse(Files.exists(output));
    }

    /// It said nothing and returned 0, as if all were written.
    @Test
    void shouldFailWhenTheOutputCannotBeWritten(@TempDir Path dir) throws Exception {
        Path schema = Files.writeString(dir.resolve("feed.xml"), SampleFeed.schemaText());
        SampleFeed.write(dir.resolve("feed.pcap"), SampleFeed.Options.messages(100));
        List<Object> decode = List.of("decode", "-s", schema, "-f", "cme-mdp3", dir.resolve("feed.pcap"));
        for (List<?> arguments : List.of(decode, Stream.concat(decode.stream(), Stream.of("--limit", 1)).toList(),
                Stream.concat(decode.stream(), Stream.of("--summary")).toList(), List.of("inspect", schema),
                List.of("check", schema, schema), List.of("--help"))) {
            Command failed = Command.runToFullDisk(arguments.toArray());
            assertEquals(3, failed.exitCode(), arguments::toString);
            assertTrue(failed.err().contains("ashlar: cannot write: "), failed.err());
        }
    }

    @Test
    void shouldSayWhyFilesCannotBeUsed(@TempDir Path dir) throws Exception {
        Path file = Files.writeString(dir.resolve("file"), "in the way");
        for (Command failed : List.of(Command.run("demo", "--quick", "--keep", file.resolve("below")),
                Command.run("compile", SAMPLE, "-o", file.resolve("below")),
                Command.run("inspect", dir.resolve("missing.sbeir")),
                Command.run("inspect", dir.resolve("missing.xml")))) {
            assertEquals(3, failed.exitCode());
            assertTrue(failed.hasOneErrorLine(), failed.err());
            assertTrue(failed.err().matches("(?s).*(no such file|[Nn]ot a directory|is there already).*")
                    && !failed.err().contains("Exception"), failed.err());
        }
    }

    @Test
    void shouldDemonstrateAndDecodeTheCaptureOfTheDemo(@TempDir Path temp) throws Exception {
        Path dir = temp.resolve("kept");
        Command demo = Command.run("demo", "--size", 2, "--rows", 200_000, "--keep", dir);
        assertEquals(0, demo.exitCode(), demo.out() + demo.err());
        assertEquals(5, demo.out().split("\n   checked ", -1).length, demo.out());
        Command days = Command.run("query", dir.resolve("sample.archive"), "select count(distinct _date) as n from Trade",
                "--format", "csv");
        assertEquals("n\n3\n", days.out(), days.err());
        assertTrue(demo.out().contains("\nAll checks passed in ") && !demo.out().contains("WRONG"), demo.out());
        Matcher messages = Pattern.compile("written +([\\d,]+) messages in").matcher(demo.out());
        assertTrue(messages.find(), demo.out());
        int count = Integer.parseInt(messages.group(1).replace(",", ""));
        Path schema = dir.resolve("sample-feed.xml");
        List<Object> decode = List.of("decode", "-s", schema, "-f", "cme-mdp3", "--arbitrate");
        Command all = run(decode, dir.resolve("sample.pcap"));
        assertEquals(0, all.exitCode(), all.err());
        assertEquals(count, all.out().lines().count());
        assertEquals(0, Command.run("verify", dir.resolve("sample.store")).exitCode());

        Path zipped = dir.resolve("sample.pcap.gz");
        try (GZIPOutputStream zip = new GZIPOutputStream(Files.newOutputStream(zipped))) {
            Files.copy(dir.resolve("sample.pcap"), zip);
        }
        assertEquals(all, Command.runWithInput(zipped, "decode", "-s", schema, "-f", "cme-mdp3", "--arbitrate", "-"));
        Command text = run(decode, zipped, "--format", "text", "--limit", "1");
        assertTrue(text.out().startsWith("template: \"Heartbeat\"\nid: 1\n"), text.out());
        Command wrongSchema = Command.run("decode", "-s", schema, "-f", "length=u16le,packet=9",
                dir.resolve("sample.pcap"));
        assertEquals(3, wrongSchema.exitCode());
        assertTrue(wrongSchema.err().lines().count() <= 5, wrongSchema.err());
        Command again = Command.run("demo", "--quick", "--keep", dir);
        assertEquals(3, again.exitCode());
        assertTrue(again.hasOneErrorLine(), again.err());
    }

    /// A capture as two lines: whole, and without its second packet.
    @Test
    void shouldMergeAndArbitrateCaptures(@TempDir Path dir) throws Exception {
        Path whole = dir.resolve("whole.pcap");
        SampleFeed.write(whole, SampleFeed.Options.messages(2_000));
        Path schema = Files.writeString(dir.resolve("feed.xml"), SampleFeed.schemaText());
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(whole)).order(ByteOrder.LITTLE_ENDIAN);
        int second = 24 + 16 + bytes.getInt(24 + 8);
        int third = second + 16 + bytes.getInt(second + 8);
        ByteBuffer rest = ByteBuffer.allocate(bytes.capacity() - third + second).put(bytes.slice(0, second))
                .put(bytes.slice(third, bytes.capacity() - third));
        Path lossy = Files.write(dir.resolve("lossy.pcap"), rest.array());
        List<Object> decode = List.of("decode", "-s", schema, "-f", "cme-mdp3");
        List<Object> arbitrate = Stream.concat(decode.stream(), Stream.of("--lines", "233.252.0.1:14310")).toList();

        Command plain = run(decode, whole);
        assertEquals(plain, run(arbitrate, lossy, whole));
        assertEquals(plain, run(arbitrate, whole));
        Command merged = run(decode, "--merge", lossy, whole);
        assertEquals(0, merged.exitCode(), merged.err());
        assertTrue(merged.out().lines().count() > 3_000);
        assertEquals(merged.out().lines().map(CommandIT::time).sorted().toList(),
                merged.out().lines().map(CommandIT::time).toList());

        Command gap = run(arbitrate, lossy);
        assertEquals(3, gap.exitCode());
        assertTrue(gap.hasOneErrorLine() && gap.err().contains("gaps=1, missing=1"), gap.err());
        Command limited = run(arbitrate, "--limit", "500", lossy);
        assertEquals(500, limited.out().lines().count());
        assertEquals(3, limited.exitCode(), "a limit does not hide what is missing before it");
        assertTrue(limited.hasOneErrorLine() && limited.err().contains("gaps=1, missing=1"), limited.err());
        Command summary = run(arbitrate, "--summary", lossy, whole);
        assertEquals(0, summary.exitCode());
        assertTrue(summary.err().contains("channel 233.252.0.1:14310 (") && summary.err().contains("gaps=0"),
                summary.err());

        Path noise = Files.writeString(dir.resolve("noise"), "no capture at all");
        for (Path bad : List.of(noise, dir.resolve("absent"))) {
            Command refused = run(arbitrate, whole, bad);
            assertEquals(3, refused.exitCode());
            assertTrue(refused.hasOneErrorLine() && refused.err().contains(bad.getFileName().toString()),
                    refused.err());
        }
    }

    private static Command run(List<Object> arguments, Object... more) throws Exception {
        return Command.run(Stream.concat(arguments.stream(), Stream.of(more)).toArray());
    }

    private static String time(String json) {
        int at = json.indexOf("\"time\":");
        return json.substring(at, json.indexOf(',', at));
    }

    private static Object[] decode(KnownFeed feed, Object... more) {
        return Stream.concat(Stream.of("decode", "-s", feed.schema(), "-f", "cme-mdp3"), Stream.of(more)).toArray();
    }

    @ParameterizedTest
    @MethodSource("dev.ashlar.testkit.KnownFeed#all")
    void shouldArbitrateAKnownFeedToTheCountsOfOneLine(KnownFeed feed) throws Exception {
        Command summary = Command.run(decode(feed, "--arbitrate", "--summary", feed.capture()));
        assertEquals(0, summary.exitCode(), summary.err());
        for (KnownFeed.Template template : feed.templates()) {
            String row = feed.in(template.name()) + " " + template.id() + " " + template.messages() + " ";
            assertTrue(summary.out().replaceAll(" +", " ").contains(row), summary.out());
        }
        assertTrue(summary.err().contains("messages=" + feed.messages()) && summary.err().contains("packets="
                + feed.packets() + ", duplicates=" + feed.packets()
                + ", gaps=0, missing=0, restarts=0, late=0, strays=0"), summary.err());
    }

    @ParameterizedTest
    @MethodSource("dev.ashlar.testkit.KnownFeed#all")
    void shouldDecodeAKnownFeedToItsCounts(KnownFeed feed) throws Exception {
        Command summary = Command.run(decode(feed, "--summary", feed.capture()));
        assertEquals(0, summary.exitCode(), summary.err());
        for (KnownFeed.Template template : feed.templates()) {
            String row = feed.in(template.name()) + " " + template.id() + " " + 2 * template.messages() + " "
                    + 2 * template.bytes() + " 0\n";
            assertTrue(summary.out().replaceAll(" +", " ").contains(row), summary.out());
        }
        Command limited = Command.run(decode(feed, "--limit", "3", "--where", "template=" + feed.id("Deal"), feed.capture()));
        assertEquals(3, limited.out().lines().count());
        assertTrue(limited.out().startsWith("{\"template\":\"" + feed.in("Deal") + "\",\"id\":" + feed.id("Deal") + ","),
                limited.out());
    }

    @ParameterizedTest
    @MethodSource("dev.ashlar.testkit.KnownFeed#all")
    void shouldGiveEveryMessageBeforeTheCutOfATruncatedCapture(KnownFeed feed, @TempDir Path dir) throws Exception {
        byte[] whole = Files.readAllBytes(feed.capture());
        Path cut = Files.write(dir.resolve("cut.pcapng"), java.util.Arrays.copyOf(whole, 100_001));
        Command decode = Command.run(decode(feed, cut));
        assertEquals(3, decode.exitCode());
        assertTrue(decode.out().lines().count() > 100);
        assertTrue(decode.err().contains("truncated"), decode.err());
    }
}
