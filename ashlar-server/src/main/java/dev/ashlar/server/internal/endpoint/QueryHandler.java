// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal.endpoint;

import dev.ashlar.query.Cancellation;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.server.GatewayOptions.Bounds;
import dev.ashlar.server.internal.http.BodyText;
import dev.ashlar.server.internal.http.Exchange;
import dev.ashlar.server.internal.http.Exchange.Body;
import dev.ashlar.server.internal.limits.AddressLimit;
import dev.ashlar.server.internal.limits.ClientWatch;
import dev.ashlar.server.internal.limits.DeadlineSelector;
import dev.ashlar.server.internal.limits.MemoryBudget;
import dev.ashlar.server.internal.metrics.GatewayMetrics;
import dev.ashlar.server.internal.metrics.RejectedException;
import dev.ashlar.server.internal.metrics.Rejection;
import dev.ashlar.sql.SqlColumn;
import dev.ashlar.sql.SqlException;
import dev.ashlar.sql.SqlLines;
import dev.ashlar.sql.SqlResult;
import dev.ashlar.sql.SqlSession;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.HttpException;
import io.helidon.http.HttpMediaType;
import io.helidon.http.Method;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.ByteArrayOutputStream;
import java.net.InetAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;

/// `GET /query?sql=…`, or `POST /query` with the SQL as its body: one query, one answer, as CSV or one JSON object a
/// line.
///
/// The answer is complete before its first byte is sent. So a failed query gets its own status, and a slow client does
/// not keep rows of the store pinned. Answers have a memory budget of their own: a slow reader does not keep others
/// from sending messages.
final class QueryHandler implements Handler {
    private static final long MEMORY_BYTES = 128L << 20;
    /// Shorter queries are not watched for a client that has gone, so that their connections can be reused.
    private static final long UNWATCHED_MS = 250;
    private static final long WATCH_MS = 50;
    private static final String SQL = "application/sql";
    private static final String TEXT = "text/plain";
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String LINES = "application/x-ndjson";

    private final SqlSession session;
    private final Semaphore places;
    private final AddressLimit addresses;
    /// Memory for answers: as much for those that are being sent as for those that are being produced.
    private final MemoryBudget answers;
    private final Set<Cancellation> running = ConcurrentHashMap.newKeySet();
    private volatile boolean stopping;
    private final QueryOptions options;
    private final int mostRows;
    private final int mostBytes;
    private final Exchange exchange;
    private final GatewayMetrics meters;

    QueryHandler(SqlSession session, Bounds bounds, Exchange exchange, GatewayMetrics meters) {
        this.session = session;
        places = new Semaphore(bounds.queries());
        addresses = new AddressLimit(bounds.addressQueries());
        options = QueryOptions.defaults().withTimeLimit(bounds.queryTime()).withMemoryBytes(MEMORY_BYTES);
        mostRows = bounds.queryRows();
        mostBytes = bounds.answerBytes();
        answers = new MemoryBudget(2L * bounds.queries() * mostBytes);
        this.exchange = exchange;
        this.meters = meters;
    }

    /// Ends the queries that run.
    void stop() {
        stopping = true;
        running.forEach(Cancellation::cancel);
    }

    /// Rows as text.
    ///
    /// @param truncated by what; `no` if it was not
    private record Answer(byte[] text, int rows, String truncated) { }

    @Override
    public void handle(ServerRequest request, ServerResponse response) throws InterruptedException {
        String sql = question(request);
        Form form = form(request);
        InetAddress address = DeadlineSelector.address();
        if (!addresses.enter(address)) {
            throw new RejectedException(Rejection.TOO_MANY, "too many queries from this address at once: most="
                    + addresses.most() + "; try again later");
        }
        try {
            answer(sql, form, request, response);
        } finally {
            addresses.leave(address);
        }
    }

    private void answer(String sql, Form form, ServerRequest request, ServerResponse response)
            throws InterruptedException {
        long taken = mostBytes;
        if (!answers.take(taken)) {
            throw new RejectedException(Rejection.BUSY, "answers use all their memory: try again later: most="
                    + answers.most());
        }
        try {
            if (!places.tryAcquire()) {
                throw new RejectedException(Rejection.TOO_MANY, "too many queries at once: try again later");
            }
            Answer answer = await(sql, form, response);
            answers.give(taken - answer.text().length);
            taken = answer.text().length;
            meters.queries.increment();
            response.header("Ashlar-Rows", Integer.toString(answer.rows()))
                    .header("Ashlar-Truncated", answer.truncated());
            exchange.send(request, response, 200, form.isCsv() ? "text/csv; charset=utf-8" : LINES, answer.text());
        } finally {
            answers.give(taken);
        }
    }

    private String question(ServerRequest request) {
        String sql = request.prologue().method().equals(Method.POST) ? posted(request)
                : request.query().first("sql").orElse("");
        if (sql.isBlank()) {
            throw new RejectedException(Rejection.MALFORMED, "no query given: GET /query?sql=select+…, or POST it");
        }
        return sql;
    }

    private String posted(ServerRequest request) {
        String type = BodyText.type(request);
        try (Body body = exchange.read(request)) {
            return switch (type) {
                case SQL, TEXT -> BodyText.decode(body);
                case FORM -> field(BodyText.decode(body));
                default -> throw new RejectedException(Rejection.MEDIA_TYPE, "a query must be " + SQL + ", " + TEXT
                        + " or " + FORM + " with sql=: contentType=" + type);
            };
        }
    }

    private static String field(String form) {
        for (String pair : form.split("&")) {
            if (pair.startsWith("sql=")) {
                try {
                    return URLDecoder.decode(pair.substring("sql=".length()), StandardCharsets.UTF_8);
                } catch (IllegalArgumentException e) {
                    throw new RejectedException(Rejection.MALFORMED, "not a valid form: " + e.getMessage());
                }
            }
        }
        return "";
    }

    /// Runs the query on a platform thread of its own: virtual threads are not preempted, so a few queries would occupy
    /// all carrier threads.
    private Answer await(String sql, Form form, ServerResponse response) throws InterruptedException {
        Cancellation cancellation = new Cancellation();
        running.add(cancellation);
        if (stopping) {
            cancellation.cancel();
        }
        FutureTask<Answer> task = new FutureTask<>(() -> {
            try {
                return answer(sql, form, options.withCancellation(cancellation));
            } finally {
                running.remove(cancellation);
                places.release();
            }
        });
        try {
            Thread.ofPlatform().daemon().name("ashlar-query").start(task);
        } catch (RuntimeException | Error e) {
            // There are no more threads to be had.
            running.remove(cancellation);
            places.release();
            throw e;
        }
        try {
            return await(task, response);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e.getCause());
        } finally {
            // Nobody waits for the answer any more.
            cancellation.cancel();
        }
    }

    /// Waits for as long as the client does.
    private static Answer await(FutureTask<Answer> task, ServerResponse response)
            throws InterruptedException, ExecutionException {
        try {
            return task.get(UNWATCHED_MS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException _) {
            // It takes a while.
        }
        response.header(HeaderValues.CONNECTION_CLOSE);
        ClientWatch watch = new ClientWatch(DeadlineSelector.CONNECTION.get().dataReader(),
                DeadlineSelector.GUARD.get());
        while (!watch.isGone()) {
            try {
                return task.get(WATCH_MS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException _) {
                // Longer still.
            }
        }
        throw new CloseConnectionException("client is gone");
    }

    /// How an answer is written.
    ///
    /// @param nullText text for NULL in CSV
    private record Form(boolean isCsv, String nullText) {
        BiConsumer<SqlResult, StringBuilder> of(List<SqlColumn> columns) {
            return isCsv ? SqlLines.csv(nullText) : SqlLines.json(columns);
        }
    }

    private static Form form(ServerRequest request) {
        boolean csv = switch (request.query().first("format").orElse("")) {
            case "csv" -> true;
            case "json" -> false;
            case "" -> prefersCsv(request);
            case String other -> throw new RejectedException(Rejection.MALFORMED, "format must be json or csv: format="
                    + other);
        };
        String nullText = request.query().first("null").orElse("");
        try {
            SqlLines.csv(nullText);
        } catch (IllegalArgumentException e) {
            throw new RejectedException(Rejection.MALFORMED, e.getMessage());
        }
        return new Form(csv, nullText);
    }

    private static boolean prefersCsv(ServerRequest request) {
        double csv = 0;
        double json = 0;
        try {
            for (HttpMediaType type : request.headers().acceptedTypes()) {
                String text = type.mediaType().text();
                csv = text.equals("text/csv") ? type.qualityFactor() : csv;
                json = text.equals(LINES) || text.equals("application/json") ? Math.max(json, type.qualityFactor()) : json;
            }
        } catch (HttpException | IllegalArgumentException | IndexOutOfBoundsException e) {
            // The library's parser throws any of them.
            throw new RejectedException(Rejection.MALFORMED, "not a list of media types: accept="
                    + request.headers().first(HeaderNames.ACCEPT).orElse(""));
        }
        return csv > 0 && csv >= json;
    }

    private Answer answer(String sql, Form form, QueryOptions limits) {
        try (SqlResult result = session.run(sql, limits)) {
            ByteArrayOutputStream text = new ByteArrayOutputStream();
            StringBuilder line = new StringBuilder();
            if (form.isCsv()) {
                SqlLines.csvHead(result.columns(), line);
                text.writeBytes(bytes(line));
            }
            BiConsumer<SqlResult, StringBuilder> rowForm = form.of(result.columns());
            int rows = 0;
            while (result.next()) {
                if (rows == mostRows) {
                    return new Answer(text.toByteArray(), rows, "rows");
                }
                line.setLength(0);
                rowForm.accept(result, line);
                byte[] bytes = bytes(line);
                if (text.size() + bytes.length > mostBytes) {
                    return new Answer(text.toByteArray(), rows, "bytes");
                }
                text.writeBytes(bytes);
                rows++;
            }
            return new Answer(text.toByteArray(), rows, "no");
        } catch (SqlException e) {
            throw new RejectedException(switch (e.reason()) {
                case SYNTAX, INVALID, UNSUPPORTED, OVERFLOW, DIVISION_BY_ZERO -> Rejection.MALFORMED;
                case DEADLINE -> Rejection.DEADLINE;
                case CANCELLED -> Rejection.STOPPING;
                case MEMORY -> Rejection.TOO_LONG;
                case CORRUPT -> Rejection.INTERNAL;
            }, e.getMessage());
        }
    }

    private static byte[] bytes(StringBuilder line) {
        return line.append('\n').toString().getBytes(StandardCharsets.UTF_8);
    }
}
