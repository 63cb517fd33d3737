// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal.http;

import dev.ashlar.server.GatewayOptions.Listening;
import dev.ashlar.server.internal.limits.AccessToken;
import dev.ashlar.server.internal.limits.ConnectionDeadline;
import dev.ashlar.server.internal.limits.DeadlineSelector;
import dev.ashlar.server.internal.metrics.RejectedException;
import dev.ashlar.server.internal.metrics.Rejection;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.FilterChain;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import io.helidon.webserver.http.ServerRequest;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// Checks every request first: its header is complete and in time, it has the token, and it uses a name of this
/// machine.
public final class RequestFilter {
    /// The page loads nothing from elsewhere, sends nothing elsewhere, and cannot be framed.
    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
            + "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    private static final HeaderName CSP = HeaderNames.create("Content-Security-Policy");
    private static final HeaderName NO_SNIFF = HeaderNames.create("X-Content-Type-Options");
    private static final HeaderName REFERRER = HeaderNames.create("Referrer-Policy");
    /// Tell nothing that is not public.
    private static final Set<String> PUBLIC = Set.of("/", "/dashboard.css", "/dashboard.js", "/health");
    private static final List<String> OWN_NAMES = List.of("localhost", "127.0.0.1", "[::1]");

    private final AccessToken token;
    private final Set<String> ownNames = new HashSet<>(OWN_NAMES);
    /// A foreign page can make a browser send requests here, under a host name that resolves to this machine (DNS
    /// rebinding).
    private final boolean checksHost;
    private final Duration headerTime;

    public RequestFilter(Listening listening, Duration headerTime) {
        token = new AccessToken(listening.token());
        String host = listening.host().toLowerCase(Locale.ROOT);
        ownNames.add(host.contains(":") ? "[" + host + "]" : host);
        checksHost = !token.isWanted() && isLoopback(listening.host());
        this.headerTime = headerTime;
    }

    /// Whether only this machine can reach it.
    public static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }

    private record Arrival(long ns) { }

    /// When a request's header had come, by [System#nanoTime].
    static long arrivedNs(ServerRequest request) {
        return request.context().get(Arrival.class).map(Arrival::ns).orElseGet(System::nanoTime);
    }

    /// A filter: what follows has the time it needs, and what comes after it is in time again.
    public void time(FilterChain chain, RoutingRequest request, RoutingResponse response) {
        ConnectionDeadline guard = DeadlineSelector.GUARD.get();
        guard.rest();
        request.context().register(new Arrival(System.nanoTime()));
        response.header(CSP, POLICY).header(NO_SNIFF, "nosniff").header(REFERRER, "no-referrer")
                .header(HeaderNames.CACHE_CONTROL, "no-store");
        try {
            chain.proceed();
        } finally {
            // For what is left of the body, and the next request.
            guard.allow(headerTime, Rejection.IDLE);
        }
    }

    /// Whether a request brings the token, if there is one.
    public boolean hasToken(ServerRequest request) {
        return token.allows(request.headers().first(HeaderNames.AUTHORIZATION).orElse(null));
    }

    /// @throws RejectedException if it may not pass
    void check(ServerRequest request) {
        long length = request.headers().contentLength().orElse(0);
        if (length < 0 || request.headers().contains(HeaderNames.CONTENT_LENGTH)
                && request.headers().contains(HeaderNames.TRANSFER_ENCODING)) {
            throw new RejectedException(Rejection.MALFORMED, "contradictory length of the body");
        }
        String path = request.path().path();
        if (checksHost && !ownNames.contains(request.headers().first(HeaderNames.HOST).orElse("")
                .replaceFirst(":\\d+$", "").toLowerCase(Locale.ROOT))) {
            throw new RejectedException(Rejection.FOREIGN_HOST, "requested under a name that is not this machine's; "
                    + "with a token, any name may be used");
        }
        if (!PUBLIC.contains(path) && PageOrigin.isForeign(request)) {
            throw new RejectedException(Rejection.FOREIGN_PAGE, "requested by a page of another site: open it from its "
                    + "own page, or type its address");
        }
        if (!PUBLIC.contains(path) && !hasToken(request)) {
            throw new RejectedException(Rejection.UNAUTHORISED, "the token is missing or wrong: send Authorization: Bearer "
                    + "TOKEN");
        }
    }
}
