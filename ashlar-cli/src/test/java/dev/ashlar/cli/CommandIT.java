// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.ingest.sample.SampleFeed;
import dev.ashlar.testkit.KnownFeed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CommandIT {
    private static final Path SAMPLE = ShopStore.SCHEMA;

    @Test
    void shouldPrintVersionAndHelp() throws Exception {
        String version = Command.run("--version").done();
        assertTrue(version.matches("ashlar \\d+\\.\\d+\\.\\d+\\S* \\(Java .*\\)\n"), version);
        for (String name : List.of("compile", "check", "inspect", "decode", "demo", "load", "info", "verify", "dump")) {
            Command help = Command.run(name, "--help");
            assertTrue(help.done().startsWith("Usage: ashlar " + name), help.out());
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
            assertEquals("", Command.run(arguments).failed(2).out(), arguments::toString);
        }
    }

    @Test
    void shouldInspectLayouts() throws Exception {
        String layouts = Command.run("inspect", SAMPLE, "--types").done();
        assertTrue(layouts.contains("message Trade id=1 blockLength=38"), layouts);
        assertTrue(layouts.contains("composite Price (8 bytes)"), layouts);
    }

    @Test
    void shouldRefuseBadSchemasWithPlaceAndExitCode3(@TempDir Path dir) throws Exception {
        Path bad = Files.writeString(dir.resolve("bad.xml"), "<messageSchema package='p' id='1'>\n<types>");
        Command.run("inspect", bad).failed(3, "bad.xml:2:");
        for (Path file : List.of(dir.resolve("absent.xml"), dir)) {
            Command.run("inspect", file).failed(3);
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
        Command.run("decode", "-s", SAMPLE, dir.resolve("absent")).failed(3);
        Command.run("decode", "-s", SAMPLE, "-").done();
    }

    @Test
    void shouldCompileCheckAndReadBackWhatWasCompiled(@TempDir Path dir) throws Exception {
        Command.run("compile", SAMPLE, "-o", dir.resolve("java"), "--records", "--package", "a.b").done();
        assertTrue(Files.readString(dir.resolve("java/a/b/TradeEncoder.java")).contains("package a.b;"));
        record Compiled(String language, String file, String text) { }
        for (Compiled each : List.of(new Compiled("cpp", "a/b/trade.hpp", "namespace a::b {"),
                new Compiled("python", "a/b/trade.py", "class TradeDecoder("),
                new Compiled("typescript", "a/b/trade.ts", "export class TradeDecoder "),
                new Compiled("rust", "Cargo.toml", "name = \"a-b\""),
                new Compiled("go", "b/trade_message.go", "type TradeDecoder struct {"))) {
            Path folder = dir.resolve(each.language());
            Command.run("compile", SAMPLE, "-o", folder, "-l", each.language(), "--package", "a.b").done();
            assertTrue(Files.readString(folder.resolve(each.file())).contains(each.text()), each::toString);
        }
        Command.run("compile", SAMPLE, "-l", "sbeir", "-o", dir).done();
        assertEquals("backward compatible, forward compatible\n",
                Command.run("check", SAMPLE, dir.resolve("shop.sbeir")).done());

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
        Command.run("compile", SAMPLE, "-o", file).failed(3);
        Path garbage = Files.write(dir.resolve("garbage.sbeir"), new byte[] {1, 2, 3});
        Command.run("compile", garbage, "-o", output).failed(3);
        assertFalse(Files.exists(output));
    }

    /// It said nothing and returned 0, as if all were written.
    @Test
    void shouldFailWhenTheOutputCannotBeWritten(@TempDir Path dir) throws Exception {
        Path schema = Files.writeString(dir.resolve("feed.xml"), SampleFeed.schemaText());
        SampleFeed.write(dir.resolve("feed.pcap"), SampleFeed.Options.messages(100));
        List<Object> decode = List.of("decode", "-s", schema, "-f", "cme-mdp3", dir.resolve("feed.pcap"));
        for (List<?> arguments : List.<List<?>>of(decode, List.of(decode, "--limit", 1), List.of(decode, "--summary"),
                List.of("inspect", schema), List.of("check", schema, schema), List.of("--help"))) {
            Command failed = Command.runToFullDisk(arguments);
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
            failed.failed(3);
            assertTrue(failed.err().matches("(?s).*(no such file|[Nn]ot a directory|is there already).*")
                    && !failed.err().contains("Exception"), failed.err());
        }
    }

    @Test
    void shouldDemonstrateAndDecodeTheCaptureOfTheDemo(@TempDir Path temp) throws Exception {
        Path dir = temp.resolve("kept");
        String demo = Command.run("demo", "--size", 2, "--rows", 200_000, "--keep", dir).done();
        assertEquals(5, demo.split("\n   checked ", -1).length, demo);
        assertEquals("n\n3\n", Command.run("query", dir.resolve("sample.archive"),
                "select count(distinct _date) as n from Trade", "--format", "csv").done());
        assertTrue(demo.contains("\nAll checks passed in ") && !demo.contains("WRONG"), demo);
        Matcher messages = Pattern.compile("written +([\\d,]+) messages in").matcher(demo);
        assertTrue(messages.find(), demo);
        int count = Integer.parseInt(messages.group(1).replace(",", ""));
        Path schema = dir.resolve("sample-feed.xml");
        List<Object> decode = List.of("decode", "-s", schema, "-f", "cme-mdp3", "--arbitrate");
        Command all = Command.run(decode, dir.resolve("sample.pcap"));
        assertEquals(count, all.done().lines().count());
        Command.run("verify", dir.resolve("sample.store")).done();

        Path zipped = dir.resolve("sample.pcap.gz");
        try (GZIPOutputStream zip = new GZIPOutputStream(Files.newOutputStream(zipped))) {
            Files.copy(dir.resolve("sample.pcap"), zip);
        }
        assertEquals(all, Command.runWithInput(zipped, decode, "-"));
        Command text = Command.run(decode, zipped, "--format", "text", "--limit", "1");
        assertTrue(text.out().startsWith("template: \"Heartbeat\"\nid: 1\n"), text.out());
        Command wrongSchema = Command.run("decode", "-s", schema, "-f", "length=u16le,packet=9",
                dir.resolve("sample.pcap"));
        assertEquals(3, wrongSchema.exitCode());
        assertTrue(wrongSchema.err().lines().count() <= 5, wrongSchema.err());
        Command.run("demo", "--quick", "--keep", dir).failed(3);
    }

    /// A capture as two lines: whole, and without its second packet.
    @Test
    void shouldMergeAndArbitrateCaptures(@TempDir Path dir) throws Exception {
        Path whole = dir.resolve("whole.pcap");
        SampleFeed.write(whole, SampleFeed.Options.messages(2_000));
        Path schema = Files.writeString(dir.resolve("feed.xml"), SampleFeed.schemaText());
        Path lossy = SampleFeedFiles.withoutSecondPacket(whole, dir.resolve("lossy.pcap"));
        List<Object> decode = List.of("decode", "-s", schema, "-f", "cme-mdp3");
        List<Object> arbitrate = List.of(decode, "--lines", "233.252.0.1:14310");

        Command plain = Command.run(decode, whole);
        assertEquals(plain, Command.run(arbitrate, lossy, whole));
        assertEquals(plain, Command.run(arbitrate, whole));
        List<String> merged = Command.run(decode, "--merge", lossy, whole).done().lines().toList();
        assertTrue(merged.size() > 3_000);
        assertEquals(merged.stream().map(CommandIT::time).sorted().toList(),
                merged.stream().map(CommandIT::time).toList());

        Command.run(arbitrate, lossy).failed(3, "gaps=1, missing=1");
        // A limit does not hide what is missing before it.
        Command limited = Command.run(arbitrate, "--limit", "500", lossy).failed(3, "gaps=1, missing=1");
        assertEquals(500, limited.out().lines().count());
        Command summary = Command.run(arbitrate, "--summary", lossy, whole);
        assertEquals(0, summary.exitCode());
        assertTrue(summary.err().contains("channel 233.252.0.1:14310 (") && summary.err().contains("gaps=0"),
                summary.err());

        Path noise = Files.writeString(dir.resolve("noise"), "no capture at all");
        for (Path bad : List.of(noise, dir.resolve("absent"))) {
            Command.run(arbitrate, whole, bad).failed(3, bad.getFileName().toString());
        }
    }

    private static String time(String json) {
        int at = json.indexOf("\"time\":");
        return json.substring(at, json.indexOf(',', at));
    }

    private static Command decode(KnownFeed feed, Object... more) throws Exception {
        return Command.run("decode", "-s", feed.schema(), "-f", "cme-mdp3", more);
    }

    @ParameterizedTest
    @MethodSource("dev.ashlar.testkit.KnownFeed#all")
    void shouldArbitrateAKnownFeedToTheCountsOfOneLine(KnownFeed feed) throws Exception {
        Command summary = decode(feed, "--arbitrate", "--summary", feed.capture());
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
        String summary = decode(feed, "--summary", feed.capture()).done();
        for (KnownFeed.Template template : feed.templates()) {
            String row = feed.in(template.name()) + " " + template.id() + " " + 2 * template.messages() + " "
                    + 2 * template.bytes() + " 0\n";
            assertTrue(summary.replaceAll(" +", " ").contains(row), summary);
        }
        Command limited = decode(feed, "--limit", "3", "--where", "template=" + feed.id("Deal"), feed.capture());
        assertEquals(3, limited.out().lines().count());
        assertTrue(limited.out().startsWith("{\"template\":\"" + feed.in("Deal") + "\",\"id\":" + feed.id("Deal") + ","),
                limited.out());
    }

    @ParameterizedTest
    @MethodSource("dev.ashlar.testkit.KnownFeed#all")
    void shouldGiveEveryMessageBeforeTheCutOfATruncatedCapture(KnownFeed feed, @TempDir Path dir) throws Exception {
        byte[] whole = Files.readAllBytes(feed.capture());
        Path cut = Files.write(dir.resolve("cut.pcapng"), java.util.Arrays.copyOf(whole, 100_001));
        Command decode = decode(feed, cut);
        assertEquals(3, decode.exitCode());
        assertTrue(decode.out().lines().count() > 100);
        assertTrue(decode.err().contains("truncated"), decode.err());
    }
}
