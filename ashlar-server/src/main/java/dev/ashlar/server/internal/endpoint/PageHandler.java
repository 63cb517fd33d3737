// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal.endpoint;

import dev.ashlar.server.internal.http.Exchange;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.InputStream;

/// One file of the dashboard.
final class PageHandler implements Handler {
    private final byte[] content;
    private final String type;
    private final Exchange exchange;

    PageHandler(String file, String type, Exchange exchange) {
        this.type = type;
        this.exchange = exchange;
        try (InputStream in = PageHandler.class.getResourceAsStream(file)) {
            content = in.readAllBytes();
        } catch (IOException e) {
            throw new AssertionError("a part of this module: " + file, e);
        }
    }

    @Override
    public void handle(ServerRequest request, ServerResponse response) {
        exchange.send(request, response, 200, type, content);
    }
}
