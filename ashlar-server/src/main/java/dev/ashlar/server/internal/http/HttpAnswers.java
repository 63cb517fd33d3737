// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal.http;

import dev.ashlar.flow.Admission;
import dev.ashlar.sbe.otf.JsonObject;
import dev.ashlar.server.internal.metrics.GatewayMetrics;
import dev.ashlar.server.internal.metrics.RejectedException;
import dev.ashlar.server.internal.metrics.Rejection;
import io.helidon.http.DirectHandler.EventType;
import io.helidon.http.DirectHandler.TransportRequest;
import io.helidon.http.DirectHandler.TransportResponse;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.HttpException;
import io.helidon.http.Method;
import io.helidon.http.ServerResponseHeaders;
import io.helidon.http.Status;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.DirectHandlers;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.RoutingResponse;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.concurrent.ThreadLocalRandom;

/// Lets requests through to their handlers, and answers those that are refused.
///
/// **Threading**: any.
public record HttpAnswers(RequestFilter requestFilter, Exchange exchange, GatewayMetrics meters, Admission admission) {
    private static final long NS_PER_S = 1_000_000_000;
    /// Spreads retries, so that clients that were refused together do not return together.
    private static final int JITTER_S = 3;

    /// A handler that only sees requests that may pass. Refusals are answered here, since the library's own handlers of
    /// errors could not close the connection.
    public Handler checked(Handler handler) {
        return (request, response) -> {
            try {
                requestFilter.check(request);
                handler.handle(request, response);
                end(request);
            } catch (RejectedException e) {
                refuse(request, response, e.refusal(), e.getMessage());
            } catch (CloseConnectionException e) {
                throw e;
            } catch (HttpException e) {
                // What the library cannot parse is the client's.
                refuse(request, response, Rejection.MALFORMED, e.getMessage());
            } catch (Exception | Error e) {
                fail(request, response, e);
            }
        };
    }

    private void fail(ServerRequest request, ServerResponse response, Throwable e) {
        boolean begun = response.isSent() || response instanceof RoutingResponse routing && routing.hasEntity();
        if (!(e instanceof InterruptedException) && !response.isSent()) {
            meters.log("internal error, please report it: " + e + ", path=" + request.path().path());
        }
        if (begun || e instanceof InterruptedException) {
            throw new CloseConnectionException("answer cannot be ended", e);
        }
        refuse(request, response, Rejection.INTERNAL, "internal error: " + e);
    }

    private void refuse(ServerRequest request, ServerResponse response, Rejection refusal, String message) {
        meters.refused(refusal);
        if (refusal == Rejection.BUSY) {
            meters.refusalTime.record(System.nanoTime() - RequestFilter.arrivedNs(request));
        }
        JsonObject json = new JsonObject().put("error", refusal.label()).put("message", message);
        if (refusal.isTemporary()) {
            long seconds = 1 + admission.drainNs() / NS_PER_S + ThreadLocalRandom.current().nextInt(JITTER_S);
            response.header(HeaderNames.RETRY_AFTER, Long.toString(seconds));
            json.put("retryAfterSeconds", seconds);
        }
        if (refusal == Rejection.UNAUTHORISED) {
            response.header(HeaderNames.WWW_AUTHENTICATE, "Bearer");
        }
        // What is unread of a body is read and forgotten, so that the connection can be used again; but not where it
        // waits to be asked for, or is longer than any may be, or cannot be read.
        boolean waits = waits(request);
        boolean ends = isUnread(request) && (waits || refusal == Rejection.TOO_LONG || refusal == Rejection.MALFORMED);
        if (ends) {
            response.header(HeaderValues.CONNECTION_CLOSE);
        }
        exchange.sendJson(request, response, refusal.status(), json.toString());
        if (ends) {
            if (!waits) {
                exchange.forget(request);
            }
            throw new CloseConnectionException("refused: " + refusal.label());
        }
        end(request);
    }

    private static boolean isUnread(ServerRequest request) {
        return request.content().hasEntity() && !request.content().consumed();
    }

    private static boolean waits(ServerRequest request) {
        return request.headers().contains(HeaderValues.EXPECT_100) && !request.continueSent();
    }

    /// The library ends the answer, which waits for the client; but it does not close where the client asked for that.
    private void end(ServerRequest request) {
        if (request.headers().containsToken(HeaderValues.CONNECTION_CLOSE)) {
            if (isUnread(request) && !waits(request)) {
                exchange.forget(request);
            }
            throw new CloseConnectionException("client asked for it");
        }
        exchange.beginEnd();
    }

    /// Answers requests that never come as far as a handler.
    public void refuseEarly(DirectHandlers.Builder handlers) {
        for (EventType type : EventType.values()) {
            handlers.addHandler(type, this::early);
        }
    }

    private TransportResponse early(TransportRequest request, EventType type, Status status,
            ServerResponseHeaders headers, String message) {
        Rejection refusal = switch (status.code()) {
            case 404 -> Rejection.UNKNOWN;
            case 413, 414, 431 -> Rejection.TOO_LONG;
            case 503 -> Rejection.TOO_MANY;
            case 505 -> Rejection.VERSION;
            default -> Rejection.MALFORMED;
        };
        meters.refused(refusal);
        headers.set(HeaderNames.CONTENT_TYPE, "application/json");
        // Bytes that are no HTTP at all count as an error of the server's, and would fill its log.
        Status told = status.code() == Status.INTERNAL_SERVER_ERROR_500.code() ? Status.BAD_REQUEST_400 : status;
        TransportResponse.Builder response = TransportResponse.builder().status(told).headers(headers).keepAlive(false);
        if (!request.method().equals(Method.HEAD_NAME)) {
            response.entity(new JsonObject().put("error", refusal.label()).put("message", told.reasonPhrase()) + "\n");
        }
        return response.build();
    }
}
