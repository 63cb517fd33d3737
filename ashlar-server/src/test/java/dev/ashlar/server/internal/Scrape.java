// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal;

import dev.ashlar.server.HttpSocket;
import java.io.IOException;

/// What a gateway says of itself: tests wait for it instead of for a time.
final class Scrape {
    private static final long PAUSE_MS = 10;

    static String get(int port, String path) throws IOException {
        try (HttpSocket client = new HttpSocket(port)) {
            client.send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
            return client.read().body();
        }
    }

    /// The value of a metric.
    ///
    /// @param name with its labels
    static double metric(int port, String name) throws IOException {
        String page = get(port, "/metrics");
        int at = page.indexOf("\n" + name + " ");
        if (at < 0) {
            throw new AssertionError("no metric: name=" + name + ", page=" + page);
        }
        int from = at + name.length() + 2;
        return Double.parseDouble(page.substring(from, page.indexOf('\n', from)));
    }

    /// Waits until a metric has a value, as long as the test may run.
    static void await(int port, String name, double value) throws IOException, InterruptedException {
        while (metric(port, name) != value) {
            Thread.sleep(PAUSE_MS);
        }
    }

    /// Waits until a metric is at least this much.
    static void awaitAtLeast(int port, String name, double least) throws IOException, InterruptedException {
        while (metric(port, name) < least) {
            Thread.sleep(PAUSE_MS);
        }
    }
}
