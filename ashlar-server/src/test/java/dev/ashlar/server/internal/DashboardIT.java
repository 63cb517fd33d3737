// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.flow.AdmissionLimit;
import dev.ashlar.server.Gateway;
import dev.ashlar.server.GatewayOptions.Listening;
import dev.ashlar.server.HttpSocket;
import dev.ashlar.server.Ticks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The page as a browser shows it.
@Timeout(1_800)
class DashboardIT {
    private static final String TOKEN = "0123456789abcdef-secret";
    private static final int LIMIT = 10;

    @TempDir
    Path temp;

    @Test
    void shouldMoveUnderLoadAndAlert() throws Exception {
        HaltingRecorder recorder = new HaltingRecorder();
        try (Browser browser = Browser.open(temp.resolve("profile"));
                Gateway gateway = RunningGateway.start(Ticks.options(temp.resolve("store"))
                        .withBounds(Ticks.BOUNDS.withAdmission(AdmissionLimit.fixed(LIMIT))), line -> { },
                        recorder::around, System::nanoTime)) {
            browser.screen(1_100, 640, false);
            browser.show("http://127.0.0.1:" + gateway.httpPort() + "/");
            browser.await("document.getElementById('state').textContent == 'running'");
            assertEquals("true", browser.eval("document.getElementById('access').hidden"));
            AtomicBoolean ended = new AtomicBoolean();
            Thread load = Thread.ofVirtual().start(() -> load(gateway.httpPort(), ended));
            browser.await("Number(document.getElementById('messages').textContent.replaceAll(',', '')) > 10");
            browser.await("document.querySelectorAll('#tables tr').length == 1");
            String rows = browser.eval("document.querySelector('#tables td:nth-child(2)').textContent");
            browser.await("document.querySelector('#tables td:nth-child(2)').textContent != '" + rows + "'");
            browser.await("document.getElementById('p99').textContent.endsWith('s')");
            assertEquals("0", browser.eval("document.getElementById('alerts').children.length"));

            recorder.halt();
            List<HttpSocket> waiting = new ArrayList<>();
            for (int i = 0; i < 2 * LIMIT; i++) {
                HttpSocket client = new HttpSocket(gateway.httpPort());
                client.post(Ticks.of(1_000_000_000L + i));
                waiting.add(client);
            }
            browser.await("document.getElementById('depth').textContent == '" + LIMIT + "'");
            browser.await("[...document.querySelectorAll('#alerts b')].some(b => b.textContent == 'queue')");
            browser.await("document.getElementById('reasons').textContent.includes('busy')");
            for (boolean dark : new boolean[] {false, true}) {
                for (int width : new int[] {1_100, 390}) {
                    browser.screen(width, width == 390 ? 844 : 640, dark);
                    assertEquals("true", browser.eval("document.documentElement.scrollWidth <= innerWidth"));
                    picture(browser, "dashboard-" + width + (dark ? "-dark" : ""));
                }
            }
            recorder.goOn();
            browser.await("document.getElementById('alerts').children.length == 0");
            browser.await("document.getElementById('depth').textContent == '0' || document.getElementById('depth')"
                    + ".textContent == '1'");
            ended.set(true);
            load.join();
            HttpSocket.closeAll(waiting);
            assertEquals(List.of(), browser.complaints());
            gateway.stop();
            browser.await("document.getElementById('state').className.includes('lost')");
        }
    }

    @Test
    void shouldAskForTheToken() throws Exception {
        try (Browser browser = Browser.open(temp.resolve("profile"));
                Gateway gateway = Gateway.start(Ticks.options(temp.resolve("store"))
                        .withListening(Listening.local(0).withToken(TOKEN)), line -> { })) {
            browser.show("http://127.0.0.1:" + gateway.httpPort() + "/");
            browser.await("!document.getElementById('access').hidden");
            assertNotEquals("running", browser.eval("document.getElementById('state').textContent"));
            enter(browser, "wrong");
            browser.await("document.getElementById('denied').textContent != ''");
            enter(browser, TOKEN);
            browser.await("document.getElementById('state').textContent == 'running'");
            // The two refusals are what the console tells, and nothing else.
            assertFalse(browser.complaints().stream().anyMatch(line -> !line.contains("401")),
                    browser.complaints()::toString);
            // What a page of others could smuggle in is not run.
            browser.eval("document.head.append(Object.assign(document.createElement('script'), {textContent: 'x = 1'}))");
            assertEquals("undefined", browser.eval("typeof x"));
            assertTrue(browser.complaints().toString().contains("Content Security Policy"), browser.complaints()::toString);
        }
    }

    private static void enter(Browser browser, String token) throws IOException {
        browser.eval("document.getElementById('token').value = '" + token + "'");
        browser.eval("document.getElementById('access').requestSubmit()");
    }

    private static void load(int port, AtomicBoolean ended) {
        try (HttpSocket client = new HttpSocket(port)) {
            for (long n = 0; !ended.get(); n += 10) {
                client.post(Ticks.run(n, 10));
                client.read();
                Thread.sleep(5);
            }
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /// Where a picture is wanted, for people.
    private static void picture(Browser browser, String name) throws IOException {
        Path folder = Path.of("target", "pictures");
        Files.createDirectories(folder);
        browser.picture(folder.resolve(name + ".png"));
    }
}
