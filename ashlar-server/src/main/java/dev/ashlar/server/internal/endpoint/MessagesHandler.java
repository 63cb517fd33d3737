// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal.endpoint;

import dev.ashlar.sbe.framing.FrameLayout;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.otf.JsonFormatException;
import dev.ashlar.sbe.otf.JsonObject;
import dev.ashlar.sbe.otf.JsonReader;
import dev.ashlar.sbe.otf.OtfEncoder;
import dev.ashlar.server.internal.http.BodyText;
import dev.ashlar.server.internal.http.Exchange.Body;
import dev.ashlar.server.internal.http.Exchange;
import dev.ashlar.server.internal.http.Preferences;
import dev.ashlar.server.internal.limits.MemoryBudget;
import dev.ashlar.server.internal.metrics.GatewayMetrics;
import dev.ashlar.server.internal.metrics.RejectedException;
import dev.ashlar.server.internal.metrics.Rejection;
import dev.ashlar.server.internal.queue.IngestQueue;
import dev.ashlar.server.internal.queue.MessageList;
import dev.ashlar.server.internal.queue.MessageScanner;
import dev.ashlar.server.internal.queue.Submission;
import io.helidon.common.media.type.MediaTypes;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// `POST /messages`: SBE messages or JSON. All messages are recorded or none, unless the store fails midway.
///
/// Space in the queue is checked before the body is read, and again once the body is known to be valid.
final class MessagesHandler implements Handler {
    private static final String LINES = "application/x-ndjson";
    private static final String DURABILITY = "durability";
    private static final HeaderName PREFER = HeaderNames.create("Prefer");
    private static final HeaderName PREFERENCE_APPLIED = HeaderNames.create("Preference-Applied");
    private static final int ROOM_BYTES = 8 << 10;
    /// Bytes that a character of JSON may take while its message is parsed: each `{},` becomes a map.
    private static final int PARSED_BYTES = 32;

    private final String framing;
    private final int mostMessages;
    private final int mostLength;
    private final int mostBytes;
    private final IngestQueue ingestQueue;
    private final Exchange exchange;
    private final MemoryBudget held;
    private final GatewayMetrics meters;
    private final Pool<MessageScanner> scanners;
    private final Pool<JsonReader> readers;

    /// @param framing    of bodies that name none
    /// @param mostLength of a message
    /// @param mostBytes  of all messages of a request
    MessagesHandler(Schema schema, String framing, int mostMessages, int mostLength, int mostBytes,
            IngestQueue ingestQueue,
            Exchange exchange, MemoryBudget held, GatewayMetrics meters) {
        this.framing = framing;
        this.mostMessages = mostMessages;
        this.mostLength = mostLength;
        this.mostBytes = mostBytes;
        this.ingestQueue = ingestQueue;
        this.exchange = exchange;
        this.held = held;
        this.meters = meters;
        scanners = new Pool<>(() -> new MessageScanner(schema, mostLength));
        readers = new Pool<>(() -> new JsonReader(new OtfEncoder(schema, OtfEncoder.Checks.STRICT)));
    }

    /// Objects that are expensive to create and are used by one request at a time. Objects beyond this number are not
    /// reused.
    private static final class Pool<T> {
        private static final int MOST_IDLE = 64;

        private final ArrayBlockingQueue<T> idle = new ArrayBlockingQueue<>(MOST_IDLE);
        private final Supplier<T> maker;

        Pool(Supplier<T> maker) {
            this.maker = maker;
        }

        T take() {
            T one = idle.poll();
            return one == null ? maker.get() : one;
        }

        void give(T one) {
            idle.offer(one);
        }
    }

    @Override
    public void handle(ServerRequest request, ServerResponse response) {
        long beganNs = System.nanoTime();
        long timeNs = ingestQueue.nowNs();
        Rejection refusal = ingestQueue.refusal();
        if (refusal != null) {
            throw refused(refusal);
        }
        boolean durable = isDurable(request, response);
        String type = BodyText.type(request);
        Submission submission;
        try (Body body = exchange.read(request)) {
            MessageList messages = new MessageList();
            if (type.equals(MediaTypes.APPLICATION_OCTET_STREAM.text())) {
                scan(body, request.query().first("framing").orElse(framing), messages);
                submission = submit(messages, durable, beganNs, timeNs);
            } else if (type.equals(MediaTypes.APPLICATION_JSON.text()) || type.equals(LINES)) {
                submission = submitJson(body, type.equals(LINES), messages, durable, beganNs, timeNs);
            } else {
                throw new RejectedException(Rejection.MEDIA_TYPE, "messages are application/octet-stream, application/json "
                        + "or " + LINES + ": contentType=" + type);
            }
        }
        answer(submission, request, response);
    }

    /// Whether the request asks for a sync, in the header or the query; if both say something, the stronger one
    /// applies.
    private static boolean isDurable(ServerRequest request, ServerResponse response) {
        Optional<String> preferred = Preferences.parse(request.headers().all(PREFER, List::of)).get(DURABILITY);
        boolean durable = preferred.map(MessagesHandler::isDisk).orElse(false)
                | request.query().first(DURABILITY).asOptional().map(MessagesHandler::isDisk).orElse(false);
        if (preferred.isPresent() && isDisk(preferred.get()) == durable) {
            response.header(PREFERENCE_APPLIED, DURABILITY + "=" + preferred.get());
        }
        return durable;
    }

    private static boolean isDisk(String durability) {
        return switch (durability) {
            case "process" -> false;
            case "disk" -> true;
            default -> throw new RejectedException(Rejection.MALFORMED,
                    "durability must be process or disk: durability=" + durability);
        };
    }

    private void scan(Body body, String name, MessageList messages) {
        MessageScanner scanner = scanners.take();
        try {
            MemorySegment bytes = MemorySegment.ofArray(body.bytes());
            FrameLayout layout = scanner.layout(name);
            long end = scanner.scan(layout, bytes, 0, body.length(), mostMessages, messages);
            if (end < body.length()) {
                throw messages.count() == mostMessages ? tooMany()
                        : scanner.cutShort(layout, bytes, end, body.length(), messages.count());
            }
        } finally {
            scanners.give(scanner);
        }
    }

    private RejectedException tooMany() {
        return new RejectedException(Rejection.TOO_LONG, "more messages than one request may have: most=" + mostMessages);
    }

    private Submission submitJson(Body body, boolean lines, MessageList messages, boolean durable, long beganNs,
            long timeNs) {
        String text = BodyText.decode(body);
        // One line at a time: a line of two bytes may take thirty times as many once it is parsed.
        Supplier<Stream<String>> texts = lines ? text::lines : () -> Stream.of(text);
        long parsed = (long) PARSED_BYTES * texts.get().mapToInt(String::length).max().orElse(0) + text.length();
        JsonReader reader = readers.take();
        // Usually enough; fields that a text leaves out still take space in its message.
        long room = Math.min(mostBytes, 4L * body.length() + ROOM_BYTES);
        try {
            while (true) {
                // Where nothing else is held, one body may have all.
                long taken = Math.max(room, Math.min(room + parsed, held.most() - body.bytes().length));
                if (!held.take(taken)) {
                    throw new RejectedException(Rejection.BUSY, "request bodies use all their memory: try again later: "
                            + "most=" + held.most());
                }
                try {
                    if (encode(reader, texts.get(), room, messages)) {
                        held.give(taken - room);
                        taken = room;
                        return submit(messages, durable, beganNs, timeNs);
                    }
                } finally {
                    held.give(taken);
                }
                room = Math.min(mostBytes, 4 * room);
            }
        } finally {
            readers.give(reader);
        }
    }

    /// @return whether there was room for all
    /// @throws RejectedException if a text is not a message, or no more memory is available
    private boolean encode(JsonReader reader, Stream<String> texts, long room, MessageList messages) {
        MemorySegment bytes = MemorySegment.ofArray(new byte[(int) room]);
        messages.clear(bytes);
        long at = 0;
        for (String text : (Iterable<String>) texts::iterator) {
            if (text.isBlank()) {
                continue;
            }
            if (messages.count() == mostMessages) {
                throw tooMany();
            }
            try {
                int length = (int) reader.read(text, bytes, at);
                if (length > mostLength) {
                    throw new RejectedException(Rejection.TOO_LONG, "message too long: index=" + messages.count()
                            + ", length=" + length + ", most=" + mostLength);
                }
                messages.add(at, length);
                at += length;
            } catch (JsonFormatException e) {
                throw new RejectedException(Rejection.MALFORMED, "no JSON message: index=" + messages.count() + ": "
                        + e.getMessage());
            } catch (IndexOutOfBoundsException e) {
                if (room == mostBytes) {
                    throw new RejectedException(Rejection.TOO_LONG, "messages too long: index=" + messages.count()
                            + ", most=" + mostBytes);
                }
                return false;
            } catch (IllegalArgumentException e) {
                throw new RejectedException(Rejection.MALFORMED, "not a message of the schema: index="
                        + messages.count() + ": " + e.getMessage());
            }
        }
        return true;
    }

    private Submission submit(MessageList messages, boolean durable, long beganNs, long timeNs) {
        if (messages.count() == 0) {
            throw new RejectedException(Rejection.MALFORMED, "the body has no messages");
        }
        Submission submission = new Submission(messages, durable, beganNs, timeNs);
        Rejection refusal = ingestQueue.offer(submission);
        if (refusal != null) {
            throw refused(refusal);
        }
        // The messages refer to the bytes of the body, which is released after this.
        submission.await();
        return submission;
    }

    private RejectedException refused(Rejection refusal) {
        return new RejectedException(refusal, switch (refusal) {
            case BUSY -> "the queue has as many requests as can be recorded in time: try again later";
            case STOPPING -> "the gateway is stopping";
            default -> IngestQueue.advice(ingestQueue.failure());
        });
    }

    private void answer(Submission submission, ServerRequest request, ServerResponse response) {
        StringBuilder positions = new StringBuilder("[");
        for (int i = 0; i < submission.recordedCount(); i++) {
            positions.append(i == 0 ? "" : ",").append(submission.position(i));
        }
        JsonObject json = new JsonObject();
        Rejection refusal = submission.refusal();
        if (refusal == null) {
            json.put("messages", submission.recordedCount())
                    .put(DURABILITY, submission.isDurable() ? "disk" : "process");
        } else {
            meters.refused(refusal);
            json.put("error", refusal.label()).put("message", ingestQueue.reason(submission))
                    .put("messages", submission.recordedCount());
        }
        exchange.sendJson(request, response, refusal == null ? 202 : refusal.status(),
                json.putRaw("positions", positions.append(']')).toString());
    }
}
