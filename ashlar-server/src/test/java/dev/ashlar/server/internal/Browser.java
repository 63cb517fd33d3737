// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A headless chromium with one page, driven by its DevTools protocol.
final class Browser implements AutoCloseable {
    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome", "chrome");
    private static final Pattern VALUE = Pattern.compile("\"value\":(\"((?:[^\"\\\\]|\\\\.)*)\"|[^,}]+)");
    private static final int PATIENCE_S = 240;

    private final Path profile;
    private final Process process;
    private final HttpClient client = HttpClient.newHttpClient();
    private final WebSocket socket;
    private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
    private final List<String> complaints = new ArrayList<>();
    private final StringBuilder partial = new StringBuilder();
    private int number;

    private Browser(Path program, Path profile) throws IOException {
        this.profile = profile;
        process = new ProcessBuilder(program.toString(), "--headless=new", "--no-sandbox", "--disable-gpu",
                "--disable-dev-shm-usage", "--no-first-run", "--remote-debugging-port=0", "--remote-allow-origins=*",
                "--user-data-dir=" + profile, "about:blank").redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        BufferedReader lines = process.errorReader(StandardCharsets.UTF_8);
        String line = lines.readLine();
        while (line != null && !line.contains("DevTools listening on ")) {
            line = lines.readLine();
        }
        if (line == null) {
            throw new IOException("browser does not listen: exit=" + process.onExit().join().exitValue());
        }
        Thread.ofVirtual().start(() -> lines.lines().forEach(ignored -> { }));
        socket = client.newWebSocketBuilder().buildAsync(URI.create(page(URI.create(
                line.substring(line.indexOf("ws://"))))), new Listener()).join();
        call("Page.enable", "");
        call("Runtime.enable", "");
        call("Log.enable", "");
    }

    /// A browser, or the end of the calling test where there is none.
    static Browser open(Path profile) throws IOException {
        Path program = null;
        for (String folder : System.getenv("PATH").split(":")) {
            for (String name : NAMES) {
                Path candidate = Path.of(folder, name);
                program = program == null && Files.isExecutable(candidate) ? candidate : program;
            }
        }
        assumeTrue(program != null, "skipped, no chromium on the path");
        return new Browser(program, profile);
    }

    private String page(URI browser) throws IOException {
        try {
            String list = client.send(HttpRequest.newBuilder(URI.create("http://" + browser.getAuthority()
                    + "/json/list")).build(), HttpResponse.BodyHandlers.ofString()).body();
            Matcher url = Pattern.compile("\"webSocketDebuggerUrl\": \"(ws://[^\"]*/page/[^\"]*)\"").matcher(list);
            if (!url.find()) {
                throw new IOException("browser has no page: " + list);
            }
            return url.group(1);
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    private final class Listener implements WebSocket.Listener {
        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
            partial.append(data);
            if (last) {
                String message = partial.toString();
                partial.setLength(0);
                if (message.startsWith("{\"id\":")) {
                    answers.add(message);
                } else if (message.contains("\"level\":\"verbose\"")) {
                    // Advice, not a complaint.
                    from.request(1);
                    return null;
                } else if (message.contains("Runtime.exceptionThrown") || message.contains("Log.entryAdded")
                        || message.contains("Runtime.consoleAPICalled")) {
                    synchronized (complaints) {
                        complaints.add(message);
                    }
                }
            }
            from.request(1);
            return null;
        }
    }

    private String call(String method, String parameters) throws IOException {
        socket.sendText("{\"id\":" + ++number + ",\"method\":\"" + method + "\",\"params\":{" + parameters + "}}", true)
                .join();
        try {
            String answer = answers.poll(PATIENCE_S, TimeUnit.SECONDS);
            if (answer == null || answer.contains("\"error\":{")) {
                throw new IOException("browser does not do it: method=" + method + ", answer=" + answer);
            }
            return answer;
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    void show(String url) throws IOException, InterruptedException {
        call("Page.navigate", "\"url\":\"" + url + "\"");
        await("location.href == '" + url + "' && document.readyState == 'complete'");
    }

    /// @param dark which colours the page thinks that the system prefers
    void screen(int width, int height, boolean dark) throws IOException {
        call("Emulation.setDeviceMetricsOverride", "\"width\":" + width + ",\"height\":" + height
                + ",\"deviceScaleFactor\":1,\"mobile\":" + (width < 600));
        call("Emulation.setEmulatedMedia", "\"features\":[{\"name\":\"prefers-color-scheme\",\"value\":\""
                + (dark ? "dark" : "light") + "\"},{\"name\":\"prefers-reduced-motion\",\"value\":\"reduce\"}]");
    }

    /// What an expression of JavaScript is, as text.
    String eval(String expression) throws IOException {
        String answer = call("Runtime.evaluate", "\"returnByValue\":true,\"expression\":\"String("
                + expression.replace("\\", "\\\\").replace("\"", "\\\"") + ")\"");
        Matcher value = VALUE.matcher(answer);
        if (!value.find()) {
            throw new IOException("no value: " + answer);
        }
        return value.group(2).replace("\\\"", "\"").replace("\\\\", "\\");
    }

    /// Waits until an expression is true.
    void await(String expression) throws IOException, InterruptedException {
        for (int i = 0; i < 2_400; i++) {
            if (eval(expression).equals("true")) {
                return;
            }
            Thread.sleep(100);
        }
        throw new AssertionError("never true: " + expression + "; page: " + eval("document.body.innerText"));
    }

    void picture(Path file) throws IOException {
        String answer = call("Page.captureScreenshot", "\"format\":\"png\"");
        Matcher data = Pattern.compile("\"data\":\"([^\"]*)\"").matcher(answer);
        if (!data.find()) {
            throw new IOException("no picture");
        }
        Files.write(file, Base64.getDecoder().decode(data.group(1)));
    }

    /// What the page complained of on its console, policies that were broken included.
    List<String> complaints() {
        synchronized (complaints) {
            return List.copyOf(complaints);
        }
    }

    @Override
    public void close() throws IOException {
        socket.abort();
        client.shutdownNow();
        process.destroy();
        process.onExit().orTimeout(PATIENCE_S, TimeUnit.SECONDS).exceptionally(late -> process.destroyForcibly())
                .join();
        // Links to sockets elsewhere, of which whoever deletes the folder would warn.
        try (Stream<Path> files = Files.list(profile)) {
            for (Path link : files.filter(Files::isSymbolicLink).toList()) {
                Files.delete(link);
            }
        }
    }
}
