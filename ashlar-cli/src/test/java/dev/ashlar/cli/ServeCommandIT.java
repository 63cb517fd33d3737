// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ashlar.testkit.TestFiles;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(600)
class ServeCommandIT {
    private static final Path ROOT = Path.of(System.getProperty("ashlar.root", "..")).toAbsolutePath().normalize();
    private static final Path SCHEMA = ROOT.resolve("examples/src/main/sbe/orders.xml");
    private static final Pattern EXAMPLE = Pattern.compile("```sh\n(.*?)```\n```text\n(.*?)```", Pattern.DOTALL);
    private static final Pattern SERVING = Pattern.compile("serving .* on http://127\\.0\\.0\\.1:(\\d+), "
            + "TCP on (\\d+)(?:, admin on (\\d+))?\n");

    @TempDir
    Path temp;
    private Process process;

    @AfterEach
    void end() {
        if (process != null) {
            process.destroyForcibly();
        }
    }

    private Path err() {
        return temp.resolve("err");
    }

    private Matcher serve(Object... more) throws IOException, InterruptedException {
        return serveIn(temp.resolve("day.store"), more);
    }

    private Matcher serveIn(Path folder, Object... more) throws IOException, InterruptedException {
        process = Command.start(temp.resolve("out"), err(), "serve", folder, "-s", SCHEMA, "--port", 0, "--tcp-port", 0,
                more);
        return Command.await(process, err(), SERVING);
    }

    /// What the page says is what is so.
    @Test
    void shouldDoWhatItsPageShows() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/curl")), "skipped, no curl here");
        Matcher ports = serve();
        String page = Files.readString(ROOT.resolve("docs/serve.md"));
        int examples = 0;
        for (Matcher example = EXAMPLE.matcher(page); example.find(); examples++) {
            String script = example.group(1).replace(":8080", ":" + ports.group(1)).replace("/9090", "/" + ports.group(2));
            Command shell = Command.of(new ProcessBuilder("bash", "-c", script));
            String wanted = Pattern.quote(example.group(2)).replace("…", "\\E[^\"]*\\Q");
            assertTrue(shell.out().matches(wanted), "script: " + script + "wanted: " + example.group(2) + "found: "
                    + shell.out() + shell.err());
        }
        assertEquals(6, examples);
    }

    @Test
    void shouldEndInOrder() throws Exception {
        Matcher ports = serve();
        try (Socket socket = new Socket("127.0.0.1", Integer.parseInt(ports.group(2)))) {
            socket.getOutputStream().write(new byte[] {0x1f, 0, 2, 0, 0x51, 0, 1, 0});
            socket.getOutputStream().write(new byte[31]);
            awaitMetric(ports.group(1), "ashlar_accepted_messages_total 1");
            process.destroy();
            String line = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertTrue(line.startsWith("{\"messages\":1,"), line);
        }
        process.waitFor();
        String said = Files.readString(err());
        assertTrue(said.matches("(?s)ashlar: serving [^\n]*\n(ashlar: alert [^\n]*\n)*ashlar: ended after \\d+ s: "
                + "1 messages in 1 requests recorded, 0 refused [^\n]*\n"), said);
        Command.run("verify", temp.resolve("day.store")).done();
        Command count = Command.run("query", temp.resolve("day.store"), "select count(*) as n from Trade", "--format", "csv");
        assertEquals("n\n1\n", count.out());
    }

    /// SIGTERM seals the day, and a gateway that is started again on it goes on; so does one after a kill.
    @Tag("slow")
    @Test
    void shouldSealTheDayWhenItIsTerminated() throws Exception {
        Path archive = temp.resolve("feed");
        for (int round = 1; round <= 3; round++) {
            Matcher ports = serveIn(archive, round == 1 ? List.of("--by", "day:Europe/London") : List.of("--keep-days", 3));
            try (Socket socket = new Socket("127.0.0.1", Integer.parseInt(ports.group(2)))) {
                socket.getOutputStream().write(new byte[] {0x1f, 0, 2, 0, 0x51, 0, 1, 0});
                socket.getOutputStream().write(new byte[31]);
                socket.shutdownOutput();
                String line = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                assertTrue(line.startsWith("{\"messages\":1,"), line);
            }
            if (round == 2) {
                process.destroyForcibly().waitFor();
            } else {
                process.destroy();
                process.waitFor();
                String days = Command.run("archive", "list", archive).out();
                assertTrue(days.contains(" sealed ") && !days.matches("(?s).* open\\s*\n.*"), days);
                Command.run("archive", "check", archive).done();
            }
            Command count = Command.run("query", archive, "select count(*) as n from Trade", "--format", "csv");
            assertEquals("n\n" + round + "\n", count.out(), count.err());
        }
        assertWrong(4, "divided differently", archive, "--by", "hour");
        String day = Command.run("archive", "list", archive).out().lines()
                .filter(line -> line.matches("\\d{4}-\\d\\d-\\d\\d +sealed .*")).findFirst().orElseThrow().split(" ")[0];
        assertWrong(4, "folder is a store", archive.resolve(day), "--by", "day");
    }

    /// Not as a service manager takes for an end in order.
    @Test
    void shouldEndWithAStoreProblemIfTheDayCannotBeSealed() throws Exception {
        Path archive = temp.resolve("feed");
        serveIn(archive, "--by", "day");
        // Where the next head of the archive would be written.
        Files.delete(archive.resolve("archive.head.tmp"));
        Files.createDirectories(archive.resolve("archive.head.tmp/taken"));
        process.destroy();
        assertEquals(4, process.waitFor(), () -> TestFiles.text(err()));
        String said = TestFiles.text(err());
        assertTrue(said.endsWith("\n") && said.lines().toList().getLast().contains(archive.toString()), said);
    }

    /// The whole answer of a port of this machine.
    static String get(String port, String path) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", Integer.parseInt(port))) {
            socket.getOutputStream().write(("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    static void awaitMetric(String port, String line) throws IOException, InterruptedException {
        while (!get(port, "/metrics").contains("\n" + line + "\n")) {
            Thread.sleep(20);
        }
    }

    @Test
    void shouldServeItsHealthOnAPortOfItsOwn() throws Exception {
        Matcher ports = serve("--admin-port", 0, "--max-connections", 1, "--max-connections-per-address", 1);
        try (Socket taken = new Socket("127.0.0.1", Integer.parseInt(ports.group(1)))) {
            assertTrue(taken.isConnected());
            assertTrue(get(ports.group(3), "/health").contains("{\"status\":\"running\"}"));
        }
    }

    @Test
    void shouldSayInOneLineWhatIsWrong() throws Exception {
        Path store = temp.resolve("day.store");
        assertWrong(2, "token-file", store, "--host", "0.0.0.0");
        Command.run("serve", store, "-s", SCHEMA, "--port", 65_536).failed(2, "--port");
        assertWrong(2, "--admin-port", store, "--admin-port", -1);
        assertWrong(2, "--max-connections-per-address", store, "--max-connections-per-address", 0);
        assertWrong(2, "--max-latency", store, "--max-latency", 0);
        assertWrong(2, "are for an archive", store, "--keep-days", 3);
        assertWrong(2, "--by: neither day nor hour", store, "--by", "week");
        assertWrong(2, "--keep-bytes must be", store, "--by", "day", "--keep-bytes", "x");
        assertWrong(2, "framing", store, "--framing", "none");
        assertWrong(2, "go together", store, "--tls-keystore", "none");
        Command.run("serve", store).failed(2, "--schema");
        Path token = Files.writeString(temp.resolve("token"), "short\n");
        assertWrong(2, "token", store, "--token-file", token);
        assertWrong(3, "none", store, "--token-file", temp.resolve("none"));
        Command.run("serve", store, "-s", temp.resolve("none.xml")).failed(3, "none.xml");
        Matcher ports = serve();
        assertWrong(4, "locked", store);
        Command.run("serve", temp.resolve("other.store"), "-s", SCHEMA, "--port", ports.group(1))
                .failed(3, "port is not available");
    }

    private static void assertWrong(int exitCode, String part, Path folder, Object... more) throws Exception {
        Command.run("serve", folder, "-s", SCHEMA, "--port", 0, more).failed(exitCode, part);
    }
}
