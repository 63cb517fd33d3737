// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal;

import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.concurrent.Semaphore;

/// `GET /live`: how the gateway stands, each second, as an event: what the dashboard shows. Who is slow misses seconds.
final class LiveHandler implements Handler {
    private final Pulse pulse;
    private final Semaphore places;
    private final Exchange exchange;
    private final Meters meters;

    LiveHandler(Pulse pulse, Semaphore places, Exchange exchange, Meters meters) {
        this.pulse = pulse;
        this.places = places;
        this.exchange = exchange;
        this.meters = meters;
    }

    @Override
    public void handle(ServerRequest request, ServerResponse response) throws InterruptedException {
        try (EventStream events = new EventStream(response, places, exchange, meters)) {
            Snapshot shown = pulse.latest();
            while (true) {
                events.add("second", shown.json());
                events.flush();
                if (pulse.isStopping()) {
                    return;
                }
                shown = pulse.after(shown.number());
            }
        }
    }
}
