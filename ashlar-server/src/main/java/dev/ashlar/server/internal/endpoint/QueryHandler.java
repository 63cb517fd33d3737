// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal.endpoint;

import dev.ashlar.query.QueryOptions;
import dev.ashlar.server.internal.http.BodyText;
import dev.ashlar.server.internal.http.Exchange;
import dev.ashlar.server.internal.http.Exchange.Body;
import dev.ashlar.server.internal.limits.MemoryBudget;
import dev.ashlar.server.internal.metrics.GatewayMetrics;
import dev.ashlar.server.internal.metrics.RejectedException;
import dev.ashlar.server.internal.metrics.Rejection;
import dev.ashlar.sql.SqlException;
import dev.ashlar.sql.SqlLines;
import dev.ashlar.sql.SqlResult;
import dev.ashlar.sql.SqlSession;
import io.helidon.http.HeaderNames;
import io.helidon.http.HttpException;
import io.helidon.http.HttpMediaType;
import io.helidon.http.Method;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.function.BiConsumer;

/// `GET /query?sql=…`, or `POST /query` with the SQL as its body: one question, one answer, CSV or one JSON object a
/// line.
///
/// The answer is whole before the first byte is sent, so that what goes wrong has a status of its own, and no client
/// that reads slowly holds rows of the store back.
final class QueryHandler implements Handler {
    private static final long MEMORY_BYTES = 128L << 20;
    private static final String SQL = "application/sql";
    private static final String TEXT = "text/plain";
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String LINES = "application/x-ndjson";

    private final SqlSession session;
    private final Semaphore places;
    private final QueryOptions options;
    private final int mostRows;
    private final int mostBytes;
    private final Exchange exchange;
    private final MemoryBudget held;
    private final GatewayMetrics meters;

    QueryHandler(SqlSession session, int atOnce, Duration most, int mostRows, int mostBytes, Exchange exchange,
            MemoryBudget held, GatewayMetrics meters) {
        this.session = session;
        places = new Semaphore(atOnce);
        options = QueryOptions.defaults().withTimeLimit(most).withMemoryBytes(MEMORY_BYTES);
        this.mostRows = mostRows;
        this.mostBytes = mostBytes;
        this.exchange = exchange;
        this.held = held;
        this.meters = meters;
    }

    /// Rows as text.
    ///
    /// @param truncated by what; `no` if it was not
    private record Answer(byte[] text, int rows, String truncated) {
    }

    @Override
    public void handle(ServerRequest request, ServerResponse response) throws InterruptedException {
        String sql = question(request);
        boolean csv = isCsv(request);
        if (!places.tryAcquire()) {
            throw new RejectedException(Rejection.TOO_MANY, "as many queries run as may: try again later");
        }
        Answer answer = await(sql, csv);
        if (!held.take(answer.text().length)) {
            throw new RejectedException(Rejection.BUSY, "answers fill the memory they may: most=" + held.most());
        }
        try {
            meters.queries.increment();
            response.header("Ashlar-Rows", Integer.toString(answer.rows()))
                    .header("Ashlar-Truncated", answer.truncated());
            exchange.send(request, response, 200, csv ? "text/csv; charset=utf-8" : LINES, answer.text());
        } finally {
            held.give(answer.text().length);
        }
    }

    private String question(ServerRequest request) {
        String sql = request.prologue().method().equals(Method.POST) ? posted(request)
                : request.query().first("sql").orElse("");
        if (sql.isBlank()) {
            throw new RejectedException(Rejection.MALFORMED, "a question is missing: GET /query?sql=select+…, or POST it");
        }
        return sql;
    }

    private String posted(ServerRequest request) {
        String type = BodyText.type(request);
        try (Body body = exchange.read(request)) {
            return switch (type) {
                case SQL, TEXT -> BodyText.decode(body);
                case FORM -> field(BodyText.decode(body));
                default -> throw new RejectedException(Rejection.MEDIA_TYPE, "a question is " + SQL + ", " + TEXT + " or "
                        + FORM + " with sql=: contentType=" + type);
            };
        }
    }

    private static String field(String form) {
        for (String pair : form.split("&")) {
            if (pair.startsWith("sql=")) {
                try {
                    return URLDecoder.decode(pair.substring("sql=".length()), StandardCharsets.UTF_8);
                } catch (IllegalArgumentException e) {
                    throw new RejectedException(Rejection.MALFORMED, "no form: " + e.getMessage());
                }
            }
        }
        return "";
    }

    /// Runs it on a thread of its own: virtual threads are not taken off a processor, and a few queries would keep all
    /// requests from it.
    private Answer await(String sql, boolean csv) throws InterruptedException {
        FutureTask<Answer> task = new FutureTask<>(() -> {
            try {
                return answer(sql, csv);
            } finally {
                places.release();
            }
        });
        try {
            Thread.ofPlatform().daemon().name("ashlar-query").start(task);
        } catch (RuntimeException | Error e) {
            // There are no more threads to be had.
            places.release();
            throw e;
        }
        try {
            return task.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e.getCause());
        }
    }

    private static boolean isCsv(ServerRequest request) {
        return switch (request.query().first("format").orElse("")) {
            case "csv" -> true;
            case "json" -> false;
            case "" -> prefersCsv(request);
            case String other -> throw new RejectedException(Rejection.MALFORMED, "format is json or csv: format="
                    + other);
        };
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
            throw new RejectedException(Rejection.MALFORMED, "no media types: accept="
                    + request.headers().first(HeaderNames.ACCEPT).orElse(""));
        }
        return csv > 0 && csv >= json;
    }

    private Answer answer(String sql, boolean csv) {
        try (SqlResult result = session.run(sql, options)) {
            StringBuilder text = new StringBuilder();
            if (csv) {
                SqlLines.csvHead(result.columns(), text);
                text.append('\n');
            }
            BiConsumer<SqlResult, StringBuilder> form = csv ? SqlLines::csv
                    : SqlLines.json(result.columns());
            int rows = 0;
            while (result.next()) {
                if (rows == mostRows) {
                    return new Answer(bytes(text), rows, "rows");
                }
                int before = text.length();
                form.accept(result, text);
                text.append('\n');
                if (text.length() > mostBytes) {
                    text.setLength(before);
                    return new Answer(bytes(text), rows, "bytes");
                }
                rows++;
            }
            return new Answer(bytes(text), rows, "no");
        } catch (SqlException e) {
            throw new RejectedException(switch (e.reason()) {
                case SYNTAX, INVALID, UNSUPPORTED, OVERFLOW, DIVISION_BY_ZERO -> Rejection.MALFORMED;
                case DEADLINE, CANCELLED -> Rejection.DEADLINE;
                case MEMORY -> Rejection.TOO_LONG;
                case CORRUPT -> Rejection.INTERNAL;
            }, e.getMessage());
        }
    }

    private static byte[] bytes(StringBuilder text) {
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }
}
