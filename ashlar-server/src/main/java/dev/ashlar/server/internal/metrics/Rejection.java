// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal.metrics;

import java.util.Locale;

/// Why something was not taken, or somebody was cut off; each is counted under its name.
public enum Rejection {
    /// The queue is full, or all memory for bodies is in use.
    BUSY(503),
    /// The gateway ends.
    STOPPING(503),
    /// The store takes nothing any longer.
    STORE_FAILED(503),
    /// The disk or the store's bound is full.
    NO_SPACE(507),
    /// Bytes are no messages of the schema, or the request makes no sense.
    MALFORMED(400),
    /// A body, message or number of messages beyond its bound.
    TOO_LONG(413),
    /// Without the token, or with another.
    UNAUTHORISED(401),
    /// By another name than this machine's, from a page of somebody else's.
    FOREIGN_HOST(421),
    /// By a browser, for a page of somebody else's.
    FOREIGN_PAGE(403),
    /// Nothing of this name.
    UNKNOWN(404),
    /// A tail was to go on behind rows that are not there: they were lost, or are another store's.
    GONE(410),
    /// Another method than the path has.
    METHOD(405),
    /// A body of another type.
    MEDIA_TYPE(415),
    /// The header was not whole in time.
    SLOW_HEADER(408),
    /// Nothing more was asked for, or not whole in time, after an answer: no fault, and so not counted.
    IDLE(408),
    /// The body, or a frame over TCP, was not whole in time.
    SLOW_BODY(408),
    /// An answer or event was not taken in time, or a tail fell too far behind.
    SLOW_READER(503),
    /// As many connections, queries or streams as there may be, in all or of one address.
    TOO_MANY(503),
    /// Another version of HTTP than the answer needs.
    VERSION(505),
    /// A query took longer than it may.
    DEADLINE(504),
    /// The gateway's own fault.
    INTERNAL(500);

    private final int status;

    Rejection(int status) {
        this.status = status;
    }

    /// Of HTTP.
    public int status() {
        return status;
    }

    /// Whether the same may be taken later, so that the answer says when.
    public boolean isTemporary() {
        return this == BUSY || this == STOPPING || this == TOO_MANY;
    }

    /// As it stands in answers and metrics.
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
