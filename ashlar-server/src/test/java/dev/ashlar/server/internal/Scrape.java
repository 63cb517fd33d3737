// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal;

import dev.ashlar.server.HttpSocket;
import java.io.IOException;

/// What a gateway says of itself: tests wait for it instead of for a time.
final class Scrape {
    private static final long PAUSE_MS = 10;

    static String get(int port, String path) throws IOException {
        return HttpSocket.get(port, path).body();
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
}
