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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
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
        Object[] arguments = new Object[more.length + 8];
        System.arraycopy(new Object[] {"serve", folder, "-s", SCHEMA, "--port", 0, "--tcp-port", 0}, 0, arguments, 0, 8);
        System.arraycopy(more, 0, arguments, 8, more.length);
        process = Command.start(temp.resolve("out"), err(), arguments);
        while (process.isAlive()) {
            Matcher serving = SERVING.matcher(Files.readString(err()));
            if (serving.find()) {
                return serving;
            }
            Thread.sleep(20);
        }
        throw new AssertionError("does not serve: " + Files.readString(err()));
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
            Path out = temp.resolve("example");
            Process shell = new ProcessBuilder("bash", "-c", script).redirectOutput(out.toFile())
                    .redirectError(ProcessBuilder.Redirect.INHERIT).start();
            shell.waitFor();
            String wanted = Pattern.quote(example.group(2)).replace("…", "\\E[^\"]*\\Q");
            String found = Files.readString(out);
            assertTrue(found.matches(wanted), "script: " + script + "wanted: " + example.group(2) + "found: " + found);
        }
        assertEquals(6, examples);
    }

    @Test
    void shouldEndInOrder() throws Exception {
        Matcher ports = serve();
        try (Socket socket = new Socket("127.0.0.1", Integer.parseInt(ports.group(2)))) {
            socket.getOutputStream().write(new byte[] {0x1f, 0, 2, 0, 0x51, 0, 1, 0});
            socket.getOutputStream().write(new byte[31]);
            int port = Integer.parseInt(ports.group(1));
            while (!get(port, "/metrics").contains("\nashlar_accepted_messages_total 1\n")) {
                Thread.sleep(20);
            }
            process.destroy();
            String line = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertTrue(line.startsWith("{\"messages\":1,"), line);
        }
        process.waitFor();
        String said = Files.readString(err());
        assertTrue(said.matches("(?s)ashlar: serving [^\n]*\n(ashlar: alert [^\n]*\n)*ashlar: ended after \\d+ s: "
                + "1 messages in 1 requests recorded, 0 refused [^\n]*\n"), said);
        assertEquals(0, Command.run("verify", temp.resolve("day.store")).exitCode());
        Command count = Command.run("query", temp.resolve("day.store"), "select count(*) as n from Trade", "--format", "csv");
        assertEquals("n\n1\n", count.out());
    }

    /// SIGTERM seals the day, and a gateway that is started again on it goes on; so does one after a kill.
    @Test
    void shouldSealTheDayWhenItIsTerminated() throws Exception {
        Path archive = temp.resolve("feed");
        for (int round = 1; round <= 3; round++) {
            Matcher ports = serveIn(archive, round == 1 ? new Object[] {"--by", "day:Europe/London"}
                    : new Object[] {"--keep-days", 3});
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
                assertEquals(0, Command.run("archive", "check", archive).exitCode());
            }
            Command count = Command.run("query", archive, "select count(*) as n from Trade", "--format", "csv");
            assertEquals("n\n" + round + "\n", count.out(), count.err());
        }
        assertWrong(4, "divided differently", "serve", archive, "-s", SCHEMA, "--port", 0, "--by", "hour");
        String day = Command.run("archive", "list", archive).out().lines()
                .filter(line -> line.matches("\\d{4}-\\d\\d-\\d\\d +sealed .*")).findFirst().orElseThrow().split(" ")[0];
        assertWrong(4, "folder is a store", "serve", archive.resolve(day), "-s", SCHEMA, "--port", 0, "--by", "day");
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

    private static String get(int port, String path) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            socket.getOutputStream().write(("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void shouldServeItsHealthOnAPortOfItsOwn() throws Exception {
        Matcher ports = serve("--admin-port", 0, "--max-connections", 1, "--max-connections-per-address", 1);
        try (Socket taken = new Socket("127.0.0.1", Integer.parseInt(ports.group(1)))) {
            assertTrue(taken.isConnected());
            assertTrue(get(Integer.parseInt(ports.group(3)), "/health").contains("{\"status\":\"running\"}"));
        }
    }

    @Test
    void shouldSayInOneLineWhatIsWrong() throws Exception {
        Path store = temp.resolve("day.store");
        assertWrong(2, "token-file", "serve", store, "-s", SCHEMA, "--port", 0, "--host", "0.0.0.0");
        assertWrong(2, "--port", "serve", store, "-s", SCHEMA, "--port", 65_536);
        assertWrong(2, "--admin-port", "serve", store, "-s", SCHEMA, "--port", 0, "--admin-port", -1);
        assertWrong(2, "--max-connections-per-address", "serve", store, "-s", SCHEMA, "--port", 0,
                "--max-connections-per-address", 0);
        assertWrong(2, "--max-latency", "serve", store, "-s", SCHEMA, "--port", 0, "--max-latency", 0);
        assertWrong(2, "are for an archive", "serve", store, "-s", SCHEMA, "--port", 0, "--keep-days", 3);
        assertWrong(2, "--by: neither day nor hour", "serve", store, "-s", SCHEMA, "--port", 0, "--by", "week");
        assertWrong(2, "--keep-bytes must be", "serve", store, "-s", SCHEMA, "--port", 0, "--by", "day", "--keep-bytes", "x");
        assertWrong(2, "framing", "serve", store, "-s", SCHEMA, "--port", 0, "--framing", "none");
        assertWrong(2, "go together", "serve", store, "-s", SCHEMA, "--port", 0, "--tls-keystore", "none");
        assertWrong(2, "--schema", "serve", store);
        Path token = Files.writeString(temp.resolve("token"), "short\n");
        assertWrong(2, "token", "serve", store, "-s", SCHEMA, "--port", 0, "--token-file", token);
        assertWrong(3, "none", "serve", store, "-s", SCHEMA, "--port", 0, "--token-file", temp.resolve("none"));
        assertWrong(3, "none.xml", "serve", store, "-s", temp.resolve("none.xml"));
        Matcher ports = serve();
        assertWrong(4, "locked", "serve", store, "-s", SCHEMA, "--port", 0);
        assertWrong(3, "port is not available", "serve", temp.resolve("other.store"), "-s", SCHEMA, "--port",
                ports.group(1));
    }

    private static void assertWrong(int exitCode, String part, Object... arguments) throws Exception {
        Command command = Command.run(arguments);
        assertEquals(exitCode, command.exitCode(), command.err());
        assertTrue(command.hasOneErrorLine() && command.err().contains(part), command.err());
    }
}
