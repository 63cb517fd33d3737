// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal.endpoint;

import dev.ashlar.server.GatewayOptions;
import dev.ashlar.server.GatewayOptions.Bounds;
import dev.ashlar.server.internal.endpoint.HttpPort.Parts;
import dev.ashlar.server.internal.feed.LiveHandler;
import dev.ashlar.server.internal.feed.StreamSlots;
import dev.ashlar.server.internal.feed.TailHandler;
import dev.ashlar.server.internal.http.Exchange;
import dev.ashlar.server.internal.http.HttpAnswers;
import dev.ashlar.server.internal.http.RequestFilter;
import dev.ashlar.server.internal.metrics.GatewayMetrics;
import dev.ashlar.server.internal.metrics.RejectedException;
import dev.ashlar.server.internal.metrics.Rejection;
import io.helidon.http.HeaderNames;
import io.helidon.http.Method;
import io.helidon.http.Status;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.HttpRouting;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;

/// Maps paths to handlers. The answer to a request with a method that its path does not allow names the allowed
/// methods.
final class HttpRoutes {
    /// Methods that a path may have. `GET` is never without `HEAD`.
    private enum Verb {
        GET, POST
    }

    private final HttpAnswers answers;
    private final RequestFilter requestFilter;
    private final Exchange exchange;
    private final Map<String, Map<Verb, Handler>> paths = new LinkedHashMap<>();
    private Runnable stopping = () -> { };

    private HttpRoutes(HttpAnswers answers, RequestFilter requestFilter, Exchange exchange, Parts parts) {
        this.answers = answers;
        this.requestFilter = requestFilter;
        this.exchange = exchange;
        add(Verb.GET, "/health", (request, response) -> {
            String state = parts.monitor().state();
            exchange.sendJson(request, response, state.equals("running") ? 200 : 503,
                    parts.monitor().health(requestFilter.hasToken(request)));
        });
        add(Verb.GET, "/metrics", new MetricsHandler(parts, exchange));
    }

    /// Routes of the admin port: health and metrics only.
    static HttpRoutes admin(HttpAnswers answers, RequestFilter requestFilter, Exchange exchange, Parts parts) {
        return new HttpRoutes(answers, requestFilter, exchange, parts);
    }

    /// All routes.
    static HttpRoutes all(HttpAnswers answers, RequestFilter requestFilter, Exchange exchange, Parts parts,
            GatewayOptions options) {
        HttpRoutes routes = new HttpRoutes(answers, requestFilter, exchange, parts);
        Bounds bounds = options.bounds();
        GatewayMetrics meters = parts.meters();
        StreamSlots streams = new StreamSlots(bounds.streams(), bounds.addressStreams(), meters);
        QueryHandler query = new QueryHandler(parts.store().session(), bounds, exchange, meters);
        routes.stopping = query::stop;
        routes.add(Verb.GET, "/", new PageHandler("dashboard.html", "text/html; charset=utf-8", exchange));
        routes.add(Verb.GET, "/dashboard.css", new PageHandler("dashboard.css", "text/css; charset=utf-8", exchange));
        routes.add(Verb.GET, "/dashboard.js", new PageHandler("dashboard.js", "text/javascript; charset=utf-8",
                exchange));
        routes.add(Verb.GET, "/live", new LiveHandler(parts.monitor(), streams, exchange, meters));
        routes.add(Verb.GET, "/query", query);
        routes.add(Verb.POST, "/query", query);
        routes.add(Verb.GET, "/tail/{table}", new TailHandler(parts.store(), streams, bounds.lagRows(), exchange, meters,
                parts.monitor()));
        routes.add(Verb.POST, "/messages", new MessagesHandler(options.journal().schema(),
                options.listening().framing(), bounds.requestMessages(), parts.mostLength(), bounds.bodyBytes(),
                parts.ingestQueue(), exchange, parts.held(), meters));
        return routes;
    }

    private void add(Verb verb, String path, Handler handler) {
        paths.computeIfAbsent(path, _ -> new LinkedHashMap<>()).put(verb, handler);
    }

    /// Ends running queries.
    void stop() {
        stopping.run();
    }

    void route(HttpRouting.Builder routing) {
        routing.addFilter(requestFilter::time);
        paths.forEach((path, handlers) -> {
            handlers.forEach((verb, handler) -> {
                routing.route(Method.create(verb.name()), path, answers.checked(handler));
                if (verb == Verb.GET) {
                    routing.route(Method.HEAD, path, answers.checked(handler));
                }
            });
            String allowed = allowed(handlers.keySet());
            routing.route(Method.OPTIONS, path, answers.checked((_, response) -> {
                response.header(HeaderNames.ALLOW, allowed);
                exchange.within(() -> response.status(Status.NO_CONTENT_204).send());
            }));
            routing.any(path, answers.checked((request, response) -> {
                response.header(HeaderNames.ALLOW, allowed);
                throw new RejectedException(Rejection.METHOD, "method not allowed: method="
                        + request.prologue().method().text() + ", allowed=" + allowed + ", path="
                        + request.path().path());
            }));
        });
        routing.any(answers.checked((request, _) -> {
            throw new RejectedException(Rejection.UNKNOWN, "no such path: path=" + request.path().path());
        }));
    }

    private static String allowed(Set<Verb> verbs) {
        StringJoiner allowed = new StringJoiner(", ");
        for (Verb verb : EnumSet.copyOf(verbs)) {
            allowed.add(verb == Verb.GET ? "GET, HEAD" : verb.name());
        }
        return allowed.add("OPTIONS").toString();
    }
}
