// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.trino;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.ashlar.testkit.ProgramRun;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// A Trino server in a process of its own, with a plug-in folder and a catalog file as in an installation.
final class ServerProcess implements AutoCloseable {
    private static final Duration START = Duration.ofMinutes(15);

    private final Process process;
    private final int port;
    private final Path log;
    private final HttpClient client = HttpClient.newHttpClient();

    private ServerProcess(Process process, int port, Path log) {
        this.process = process;
        this.port = port;
        this.log = log;
    }

    /// @param coordinator port of the coordinator; 0 if this is it
    static ServerProcess start(Path folder, Path plugins, Path archives, int coordinator) throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        Path catalogs = Files.createDirectories(folder.resolve("catalog"));
        Files.writeString(catalogs.resolve("ashlar.properties"), "connector.name=ashlar\nashlar.path=" + archives + "\n"
                + "ashlar.split-bytes=300000\n");
        Path config = Files.writeString(folder.resolve("config.properties"), """
                coordinator=%s
                node-scheduler.include-coordinator=false
                http-server.http.port=%d
                discovery.uri=http://127.0.0.1:%d
                node.internal-address=127.0.0.1
                plugin.dir=%s
                catalog.config-dir=%s
                query.max-memory-per-node=200MB
                query.remote-task.max-error-duration=10s
                """.formatted(coordinator == 0, port, coordinator == 0 ? port : coordinator, plugins, catalogs));
        Path log = folder.resolve("server.log");
        List<String> command = new ArrayList<>(List.of(ProgramRun.jdk("java"),
                "-Xmx700m", "-XX:+UseG1GC", "-XX:TieredStopAtLevel=1", "--add-modules=jdk.incubator.vector",
                "--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow",
                "-Dnode.environment=test", "-Dnode.id=node" + port, "-Dnode.data-dir=" + folder.resolve("data"),
                "-Dconfig=" + config, "-cp", serverClassPath(), ServerMain.class.getName(), "483"));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
        return new ServerProcess(process, port, log);
    }

    /// Without the connector: it comes from the plug-in folder.
    private static String serverClassPath() {
        List<String> kept = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(":")) {
            boolean ours = entry.contains("ashlar-") && !entry.endsWith("test-classes") && !entry.contains("test-classes");
            if (!ours) {
                kept.add(entry);
            }
        }
        return String.join(":", kept);
    }

    String node() {
        return "node" + port;
    }

    int port() {
        return port;
    }

    void awaitStart() throws IOException, InterruptedException {
        long deadline = System.nanoTime() + START.toNanos();
        while (System.nanoTime() < deadline) {
            if (!process.isAlive()) {
                break;
            }
            try {
                JsonNode info = get(URI.create("http://127.0.0.1:" + port + "/v1/info"));
                if (!info.path("starting").asBoolean(true)) {
                    return;
                }
            } catch (IOException _) {
                // Not yet.
            }
            Thread.sleep(200);
        }
        throw new IOException("server has not started:\n" + Files.readString(log));
    }

    private JsonNode get(URI uri) throws IOException, InterruptedException {
        HttpResponse<String> response = client.send(HttpRequest.newBuilder(uri).header("X-Trino-User", "test").build(),
                HttpResponse.BodyHandlers.ofString());
        return new ObjectMapper().readTree(response.body());
    }

    /// Rows as lines of JSON.
    ///
    /// @throws IOException with Trino's code and message if the query fails
    List<String> query(String sql) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/v1/statement"))
                .header("X-Trino-User", "test").POST(HttpRequest.BodyPublishers.ofString(sql)).build();
        JsonNode answer = new ObjectMapper().readTree(client.send(request, HttpResponse.BodyHandlers.ofString())
                .body());
        List<String> rows = new ArrayList<>();
        while (true) {
            answer.path("data").forEach(row -> rows.add(row.toString()));
            if (answer.has("error")) {
                throw new IOException(answer.path("error").path("errorName").asText() + ": "
                        + answer.path("error").path("message").asText());
            }
            if (!answer.has("nextUri")) {
                return rows;
            }
            answer = get(URI.create(answer.path("nextUri").asText()));
        }
    }

    /// As kill -9 does.
    void kill() {
        process.destroyForcibly().onExit().join();
    }

    @Override
    public void close() {
        kill();
    }
}
