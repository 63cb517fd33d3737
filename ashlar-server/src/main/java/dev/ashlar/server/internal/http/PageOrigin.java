// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal.http;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import java.util.Optional;
import java.util.Set;

/// Whether a browser sent a request for a page that is not ours. Such a page cannot read the answer, but its request
/// would still take effect: queries would run, and streams would be opened.
final class PageOrigin {
    /// Set by browsers, and out of a page's reach.
    private static final HeaderName SEC_FETCH_SITE = HeaderNames.create("Sec-Fetch-Site");
    /// By our own page, or typed in by the user. Another port of the same machine (`same-site`) is foreign.
    private static final Set<String> OWN_SITES = Set.of("same-origin", "none");

    static boolean isForeign(ServerRequest request) {
        Optional<String> site = request.headers().first(SEC_FETCH_SITE);
        if (site.isPresent()) {
            return !OWN_SITES.contains(site.get());
        }
        // Browsers without it, and other clients.
        return request.headers().first(HeaderNames.ORIGIN).filter(origin -> !isOwn(origin, request)).isPresent();
    }

    private static boolean isOwn(String origin, ServerRequest request) {
        int authority = origin.indexOf("://");
        return authority > 0 && request.headers().first(HeaderNames.HOST)
                .filter(origin.substring(authority + 3)::equalsIgnoreCase).isPresent();
    }
}
