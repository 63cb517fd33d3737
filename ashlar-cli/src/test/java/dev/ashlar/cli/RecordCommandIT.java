// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// `ashlar record` and `ashlar replay`, each in a process of its own. A feed over UDP fits into the receive buffer that
/// every system grants, so that none of it is lost however late the recorder is; TCP senders wait.
@Timeout(600)
class RecordCommandIT extends SampleFeedFiles {
    private static final int MESSAGES = 1_000;
    private static final Pattern RECORDING = Pattern.compile("ashlar: recording ([\\d.]+:\\d+), receive buffer [\\d,]+ KiB"
            + "(?:, metrics on http://127\\.0\\.0\\.1:(\\d+)/metrics)? \\(.*\\)\n");
    private static final Pattern WAITING = Pattern.compile("ashlar: waiting for a client on 127\\.0\\.0\\.1:(\\d+)\n");

    private Process process;

    RecordCommandIT() {
        super(MESSAGES);
    }

    @AfterEach
    void end() {
        if (process != null) {
            process.destroyForcibly();
        }
    }

    private Matcher start(Pattern said, String name, Object... arguments) throws IOException, InterruptedException {
        Path err = temp.resolve(name + ".err");
        process = Command.start(temp.resolve(name + ".out"), err, arguments);
        return Command.await(process, err, said);
    }

    private String err(String name) throws IOException {
        return Files.readString(temp.resolve(name + ".err"));
    }

    private String out(String name) throws IOException {
        return Files.readString(temp.resolve(name + ".out"));
    }

    private void assertStored(int messages) throws Exception {
        Command.run("verify", folder).done();
        Command dump = Command.run("dump", folder, "messages", "--format", "json");
        assertEquals(messages, dump.out().lines().count(), dump.err());
    }

    @Test
    void shouldRecordUntilItIsTerminated() throws Exception {
        assumeTrue(File.separatorChar == '/', "needs the signals of POSIX");
        Matcher recording = start(RECORDING, "record", "record", "-s", schema, "-f", "cme-mdp3", "--group", "127.0.0.1:0",
                "-d", folder, "--metrics", 0);
        String sent = Command.run("replay", capture, "--group", recording.group(1), "--rate", 2_000).done();
        Matcher packets = Pattern.compile("sent {6}(\\S+) on " + Pattern.quote(recording.group(1))).matcher(sent);
        assertTrue(packets.find(), sent);
        String count = packets.group(1).replace(",", "");
        // Each takes a little more than 1 KiB of at least 416 KiB.
        assertTrue(Integer.parseInt(count) < 250, "too many packets for any receive buffer: " + count);
        String metrics = "";
        while (!metrics.contains("\nashlar_record_messages_total " + MESSAGES + "\n")) {
            metrics = ServeCommandIT.get(recording.group(2), "/metrics");
            Thread.sleep(20);
        }
        assertTrue(metrics.startsWith("HTTP/1.1 200 OK") && metrics.contains("text/plain; version=0.0.4"), metrics);
        assertTrue(metrics.contains("\nashlar_record_packets_total{line=\"" + recording.group(1) + "\"} " + count + "\n"), metrics);
        assertTrue(ServeCommandIT.get(recording.group(2), "/other").startsWith("HTTP/1.1 404 "));
        process.destroy();
        assertEquals(0, process.waitFor());
        assertTrue(out("record").matches("(?s)recorded {2}1,000 messages, .*\nline .*\nchannel .*, nothing missing\nlag .*"
                + "\nstore .*\n\ntable .*"), out("record"));
        assertTrue(!err("record").contains("is not in the store"), err("record"));
        assertStored(MESSAGES);
    }

    /// No system grants a buffer of this size, unless it was made to.
    @Test
    void shouldWarnOfASmallReceiveBuffer() throws Exception {
        start(Pattern.compile("ashlar: warning: the system grants [0-9,]+ KiB of receive buffer instead of 1,048,576 KiB; raise "
                + "it with sysctl -w net.core.rmem_max=1073741824, or ask for less with --buffer"), "record", "record", "-s",
                schema, "-f", "cme-mdp3", "--group", "127.0.0.1:0", "-d", folder, "--buffer", 1_048_576);
    }

    @Test
    void shouldRecordWhatATcpSenderReplays() throws Exception {
        Matcher waiting = start(WAITING, "replay", "replay", capture, "-f", "cme-mdp3", "--tcp-port", 0, "--unpaced");
        String recorded = record(waiting.group(1), "--format", "json").done();
        assertTrue(recorded.contains("\"messages\":" + MESSAGES + ",") && recorded.contains("\"complete\":true"), recorded);
        assertEquals(0, process.waitFor());
        assertTrue(out("replay").startsWith("sent      1,000 on 127.0.0.1:"), out("replay"));
        assertStored(MESSAGES);
        record("1").failed(4, "add to it with --append");
    }

    @Test
    void shouldContinueAStore() throws Exception {
        for (int round = 1; round <= 2; round++) {
            Matcher waiting = start(WAITING, "replay" + round, "replay", capture, "-f", "cme-mdp3", "--tcp-port", 0, "--unpaced");
            Command recorded = round == 1 ? record(waiting.group(1), "--limit", 700) : record(waiting.group(1), "--append");
            recorded.done();
            assertStored(round == 1 ? 700 : 700 + MESSAGES);
            process.destroyForcibly();
        }
    }

    @Test
    void shouldRecordIntoTheDaysOfAnArchive() throws Exception {
        for (int round = 1; round <= 2; round++) {
            Matcher waiting = start(WAITING, "replay" + round, "replay", capture, "-f", "cme-mdp3", "--tcp-port", 0, "--unpaced");
            Command recorded = round == 1 ? record(waiting.group(1), "--by", "day:Europe/London")
                    : record(waiting.group(1), "--append");
            assertTrue(recorded.done().contains("\narchive   " + folder) && recorded.out().contains("\nday "), recorded.out());
            process.destroyForcibly();
            Command.run("archive", "check", folder).done();
        }
        assertEquals(2 * MESSAGES, Command.run("dump", folder, "messages").out().lines().count());
        record("1").failed(4);
    }

    /// SIGTERM seals the day; the next recording goes on with it, also after a kill. Old days are dropped meanwhile.
    @Tag("slow")
    @Test
    void shouldSealTheDayWhenItIsTerminated() throws Exception {
        assumeTrue(File.separatorChar == '/', "needs the signals of POSIX");
        load(folder, "--by", "day", capture).done();
        for (int round = 1; round <= 3; round++) {
            Matcher recording = start(RECORDING, "record" + round, "record", "-s", schema, "-f", "cme-mdp3", "--group",
                    "127.0.0.1:0", "-d", folder, "--append", "--metrics", 0, "--keep-days", 2, "--keep-bytes", 1);
            Command.run("replay", capture, "--group", recording.group(1), "--rate", 2_000).done();
            ServeCommandIT.awaitMetric(recording.group(2), "ashlar_record_messages_total " + MESSAGES);
            if (round == 2) {
                process.destroyForcibly().waitFor();
            } else {
                process.destroy();
                assertEquals(0, process.waitFor(), err("record" + round));
                assertEquals("", Command.run("archive", "list", folder).out().lines().filter(line -> line.endsWith(" open"))
                        .reduce("", String::concat));
                assertEquals(0, Command.run("archive", "check", folder).exitCode());
            }
            assertTrue(err("record1").matches("(?s)ashlar: warning: no day is dropped for its age .*\nashlar: dropped "
                    + "20\\d\\d-\\d\\d-\\d\\d, \\d.*"), err("record1"));
            assertEquals(round * MESSAGES, Command.run("dump", folder, "messages").out().lines().count());
        }
    }

    /// An archive is replayed as the capture that it was loaded from.
    @Test
    void shouldReplayAnArchive() throws Exception {
        Path archive = temp.resolve("archive");
        load(archive, "--by", "day", capture).done();
        Matcher waiting = start(WAITING, "replay", "replay", archive, "-f", "cme-mdp3", "--tcp-port", 0, "--unpaced");
        record(waiting.group(1)).done();
        assertStored(MESSAGES);
        List<String> group = List.of("--group", "127.0.0.1:9");
        Command.run("replay", archive, group).failed(2, "needs --framing");
        Command.run("replay", archive, capture, "-f", "cme-mdp3", group).failed(2, "is replayed alone");
        Command.run("replay", capture, "--from-day", "2026-01-05", group).failed(2, "are for an archive");
        Command.run("replay", archive, "-f", "cme-mdp3", "--from-day", "2100-01-01", group)
                .failed(4, "archive has no days from");
        Command.run("replay", archive, "-f", "cme-mdp3", "--journal", "others", group).failed(4, "no such container");
    }

    private Command record(String port, Object... more) throws Exception {
        return Command.run("record", "-s", schema, "-f", "cme-mdp3", "--tcp", "127.0.0.1:" + port, "--once", "-d", folder,
                more);
    }

    @Test
    void shouldSayInOneLineWhatIsWrong() throws Exception {
        Object[] start = {"record", "-s", schema, "-f", "cme-mdp3", "-d", folder};
        assertWrong(2, "either --group or --tcp", start);
        assertWrong(2, "either --group or --tcp", start, "--group", "239.1.1.1:1", "--tcp", "a:1");
        assertWrong(2, "--group: not an address:port: 239.1.1.1", start, "--group", "239.1.1.1");
        assertWrong(2, "--line is the same as --group", start, "--group", "239.1.1.1:1", "--line", "239.1.1.1:1");
        assertWrong(2, "--source: not an IP address: x", start, "--group", "239.1.1.1:1", "--source", "x");
        assertWrong(2, "--line-interface needs --line", start, "--group", "239.1.1.1:1", "--line-interface", "lo");
        assertWrong(2, "--unordered is for one line", start, "--group", "239.1.1.1:1", "--line", "239.1.1.1:2", "--unordered");
        assertWrong(2, "--once needs --tcp", start, "--group", "239.1.1.1:1", "--once");
        assertWrong(2, "--tcp: not a host:port: here", start, "--tcp", "here");
        assertWrong(2, "--buffer must be between 4 and", start, "--group", "239.1.1.1:1", "--buffer", 1);
        assertWrong(2, "--ring must be a power of two", start, "--group", "239.1.1.1:1", "--ring", 3);
        assertWrong(2, "--metrics must be between", start, "--group", "239.1.1.1:1", "--metrics", 65_536);
        assertWrong(2, "--limit must not be negative", start, "--group", "239.1.1.1:1", "--limit", -1);
        assertWrong(2, "are for an archive", start, "--group", "239.1.1.1:1", "--keep-days", 3);
        assertWrong(2, "--keep-days must be at least 1: 0", start, "--group", "239.1.1.1:1", "--by", "day", "--keep-days", 0);
        assertWrong(2, "--keep-bytes must be a number", start, "--group", "239.1.1.1:1", "--by", "day", "--keep-bytes", "x");
        assertWrong(2, "lines cannot be arbitrated", new Object[] {"record", "-s", schema, "-f", "sofh", "-d", folder},
                "--group", "239.1.1.1:1", "--line", "239.1.1.1:2");
        assertWrong(3, "no such interface: eth99; there are: ", start, "--group", "239.1.1.1:1", "--interface", "eth99");
        assertWrong(3, "no such host; check its name", start, "--tcp", "no-such-host.invalid:1");
        assertWrong(3, "name an address of this machine", start, "--group", "203.0.113.9:1");
        Object[] replay = {"replay", capture};
        assertWrong(2, "either --group or --tcp-port", replay);
        assertWrong(2, "exclude each other", replay, "--group", "127.0.0.1:9", "--rate", 1, "--unpaced");
        assertWrong(2, "--rate: rate is not a positive number", replay, "--group", "127.0.0.1:9", "--rate", 0);
        assertWrong(2, "--loss-a: loss is not between 0 and 1", replay, "--group", "127.0.0.1:9", "--loss-a", 2);
        assertWrong(2, "--line-from and --loss-b need --line", replay, "--group", "127.0.0.1:9", "--loss-b", 0.1);
        assertWrong(2, "--tcp-port needs --framing", replay, "--tcp-port", 0);
        assertWrong(2, "--framing raw needs --schema", replay, "--tcp-port", 0, "-f", "raw");
        assertWrong(3, "no such UDP datagrams in the input", replay, "--group", "127.0.0.1:9", "--from", "224.9.9.9:9");
        assertWrong(3, "cannot be read: ", new Object[] {"replay", temp.resolve("none.pcap")}, "--group", "127.0.0.1:9");
        Path noCapture = Files.writeString(temp.resolve("no.pcap"), "this is no capture, whatever its name says");
        Command.run("replay", noCapture, "--group", "127.0.0.1:9").failed(3);
    }

    private static void assertWrong(int exitCode, String part, Object[] start, Object... more) throws Exception {
        Command.run(start, more).failed(exitCode, part);
    }
}
