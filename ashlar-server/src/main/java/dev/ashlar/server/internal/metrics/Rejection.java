// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal.metrics;

import java.util.Locale;

/// Why a request was refused or a connection was cut off; each reason is counted under its name.
public enum Rejection {
    /// The queue is full, or all memory for bodies is in use.
    BUSY(503),
    /// The gateway is stopping.
    STOPPING(503),
    /// The store no longer accepts messages.
    STORE_FAILED(503),
    /// The disk or the store's bound is full.
    NO_SPACE(507),
    /// The bytes are not messages of the schema, or the request is malformed.
    MALFORMED(400),
    /// A body, message or number of messages beyond its bound.
    TOO_LONG(413),
    /// Without the token, or with another.
    UNAUTHORISED(401),
    /// Requested under a host name that is not this machine's, as a foreign page could do.
    FOREIGN_HOST(421),
    /// Requested by a browser for a page of another site.
    FOREIGN_PAGE(403),
    /// Nothing of this name.
    UNKNOWN(404),
    /// A tail was to continue after rows that do not exist: they were lost, or belong to another store.
    GONE(410),
    /// The path does not have this method.
    METHOD(405),
    /// A body of an unsupported type.
    MEDIA_TYPE(415),
    /// The header was not complete in time.
    SLOW_HEADER(408),
    /// After an answer, no further request came, or not completely in time. This is not a fault, so it is not counted.
    IDLE(408),
    /// The body, or a frame over TCP, was not complete in time.
    SLOW_BODY(408),
    /// The client did not read an answer or event in time, or a tail fell too far behind.
    SLOW_READER(503),
    /// Too many connections, queries or streams, in total or from one address.
    TOO_MANY(503),
    /// The answer needs another version of HTTP.
    VERSION(505),
    /// A query took longer than it may.
    DEADLINE(504),
    /// The gateway's own fault.
    INTERNAL(500);

    private final int status;

    Rejection(int status) {
        this.status = status;
    }

    /// The HTTP status code.
    public int status() {
        return status;
    }

    /// Whether the same request may succeed later, so that the answer says when to retry.
    public boolean isTemporary() {
        return this == BUSY || this == STOPPING || this == TOO_MANY;
    }

    /// The name of this reason in answers and metrics.
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
