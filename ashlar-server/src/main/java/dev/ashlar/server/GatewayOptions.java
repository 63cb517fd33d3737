// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server;

import dev.ashlar.archive.ArchiveOptions;
import dev.ashlar.flow.AdmissionLimit;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.StoreOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/// What a gateway serves, where, and within which limits.
///
/// @param folder    of the store or archive, created if it does not exist
/// @param journal   journal for the messages, and the schema that they are validated against
/// @param store     how the store is created and written, or the stores of an archive's days
/// @param archive   division and retention of the archive; its own store options are not used. Empty: records into a
///     store, or into an archive if the folder is one, with that archive's division
/// @param listening addresses and access
/// @param bounds    all limits
public record GatewayOptions(Path folder, JournalDefinition journal, StoreOptions store,
        Optional<ArchiveOptions> archive, Listening listening, Bounds bounds) {
    public GatewayOptions {
        Objects.requireNonNull(folder, "folder");
        Objects.requireNonNull(journal, "journal");
        Objects.requireNonNull(store, "store");
        Objects.requireNonNull(archive, "archive");
        Objects.requireNonNull(listening, "listening");
        Objects.requireNonNull(bounds, "bounds");
    }

    /// Options with the default limits, for a free port that only this machine can reach.
    public static GatewayOptions of(Path folder, JournalDefinition journal) {
        return new GatewayOptions(folder, journal, StoreOptions.defaults(), Optional.empty(), Listening.local(0),
                Bounds.defaults());
    }

    public GatewayOptions withStore(StoreOptions options) {
        return new GatewayOptions(folder, journal, options, archive, listening, bounds);
    }

    /// Records into the days of an archive, which rolls with the first message of a new day.
    ///
    /// @param options division and retention; its store options are replaced by [#store]
    public GatewayOptions withArchive(ArchiveOptions options) {
        return new GatewayOptions(folder, journal, store, Optional.of(options), listening, bounds);
    }

    public GatewayOptions withListening(Listening where) {
        return new GatewayOptions(folder, journal, store, archive, where, bounds);
    }

    public GatewayOptions withBounds(Bounds other) {
        return new GatewayOptions(folder, journal, store, archive, listening, other);
    }

    /// Where the gateway listens, and who may connect.
    ///
    /// @param host     name or address of an interface
    /// @param httpPort 0 for any free port
    /// @param adminPort for `/health` and `/metrics` alone, so that clients of the other ports cannot block them; 0 for
    ///     any free port, [#NO_PORT] for none
    /// @param tcpPort  for framed messages; 0 for any free port, [#NO_PORT] for none
    /// @param framing  of messages over TCP, and of HTTP bodies without one: a name or description of
    ///     [dev.ashlar.sbe.framing.Framing]
    /// @param token    required in every request, and at the start of every TCP connection
    /// @param tls      key store that encrypts all ports
    /// @param open     whether other machines may connect without a token
    public record Listening(String host, int httpPort, int adminPort, int tcpPort, String framing,
            Optional<String> token, Optional<SSLContext> tls, boolean open) {
        /// Means that there is no port.
        public static final int NO_PORT = -1;
        private static final int MAX_PORT = 65_535;
        private static final int MIN_TOKEN_LENGTH = 16;
        private static final int MAX_TOKEN_LENGTH = 512;

        public Listening {
            Objects.requireNonNull(host, "host");
            Objects.requireNonNull(framing, "framing");
            Objects.requireNonNull(token, "token");
            Objects.requireNonNull(tls, "tls");
            if (httpPort < 0 || httpPort > MAX_PORT || adminPort < NO_PORT || adminPort > MAX_PORT || tcpPort < NO_PORT
                    || tcpPort > MAX_PORT) {
                throw new IllegalArgumentException("port out of range: httpPort=" + httpPort + ", adminPort="
                        + adminPort + ", tcpPort=" + tcpPort + ", most=" + MAX_PORT);
            }
            if (token.isPresent() && !token.get().matches("[\\x21-\\x7e]{" + MIN_TOKEN_LENGTH + ","
                    + MAX_TOKEN_LENGTH + "}")) {
                throw new IllegalArgumentException("token has characters other than visible ASCII, or is too short or "
                        + "too long: length=" + token.get().length() + ", least=" + MIN_TOKEN_LENGTH + ", most="
                        + MAX_TOKEN_LENGTH);
            }
        }

        /// Reachable from this machine only, without TCP.
        public static Listening local(int httpPort) {
            return new Listening("127.0.0.1", httpPort, NO_PORT, NO_PORT, "raw", Optional.empty(), Optional.empty(), false);
        }

        public Listening withHost(String name) {
            return new Listening(name, httpPort, adminPort, tcpPort, framing, token, tls, open);
        }

        public Listening withTcpPort(int port) {
            return new Listening(host, httpPort, adminPort, port, framing, token, tls, open);
        }

        public Listening withAdminPort(int port) {
            return new Listening(host, httpPort, port, tcpPort, framing, token, tls, open);
        }

        public Listening withFraming(String name) {
            return new Listening(host, httpPort, adminPort, tcpPort, name, token, tls, open);
        }

        public Listening withToken(String secret) {
            return new Listening(host, httpPort, adminPort, tcpPort, framing, Optional.of(secret), tls, open);
        }

        public Listening withTls(SSLContext context) {
            return new Listening(host, httpPort, adminPort, tcpPort, framing, token, Optional.of(context), open);
        }

        /// The same, open without a token to everyone who can reach it.
        public Listening withoutTokenForAll() {
            return new Listening(host, httpPort, adminPort, tcpPort, framing, token, tls, true);
        }
    }

    /// The limits of a gateway; each has its own error answer when it is exceeded.
    ///
    /// @param admission       how many requests may wait for the writer at once; more are refused
    /// @param groupMessages   maximum number of messages that are recorded, and synced if requested, together
    /// @param bodyBytes       maximum length of a request's body, in bytes
    /// @param requestMessages maximum number of messages in one request
    /// @param heldBytes       memory for all request bodies at once, in bytes; at least `bodyBytes`
    /// @param connections     maximum number of connections of each port
    /// @param addressConnections maximum number of these from one address, or from one /64 network of IPv6
    /// @param headerTime      maximum time from the start of a connection, or its last answer, until a request's header
    ///     is complete; over TCP, until the token has arrived
    /// @param bodyTime        maximum time for a body, or a frame over TCP, from its first byte to its last
    /// @param answerTime      maximum time for a client to receive an answer, or one event of a stream
    /// @param idleTime        maximum time that a TCP connection may send nothing
    /// @param queries         maximum number of queries at once
    /// @param queryTime       maximum time of each query
    /// @param queryRows       maximum number of rows in an answer; a longer answer is truncated, and says so
    /// @param answerBytes     maximum length of each answer, in bytes
    /// @param streams         maximum number of event streams at once
    /// @param lagRows         number of rows that a tail may fall behind before it is cut off
    public record Bounds(AdmissionLimit admission, int groupMessages, int bodyBytes, int requestMessages,
            long heldBytes, int connections, int addressConnections, Duration headerTime, Duration bodyTime,
            Duration answerTime, Duration idleTime, int queries, Duration queryTime, int queryRows, int answerBytes,
            int streams, long lagRows) {
        private static final Duration MAX_TIME = Duration.ofDays(1);
        private static final double RECORDED_IN_TIME = 0.999;
        /// How many addresses it takes to use all connections.
        private static final int ADDRESSES = 4;
        private static final int LEAST_SHARE = 16;
        /// A slow disk must not shrink the queue to a single request.
        private static final int LEAST_REQUESTS = 4;
        private static final int MOST_REQUESTS = 1 << 14;

        public Bounds {
            Objects.requireNonNull(admission, "admission");
            for (Duration time : new Duration[] {headerTime, bodyTime, answerTime, idleTime, queryTime}) {
                if (!time.isPositive() || time.compareTo(MAX_TIME) > 0) {
                    throw new IllegalArgumentException("time out of range: time=" + time + ", most=" + MAX_TIME);
                }
            }
            for (long count : new long[] {groupMessages, bodyBytes, requestMessages, heldBytes, connections,
                addressConnections, queries, queryRows, answerBytes, streams, lagRows}) {
                if (count < 1) {
                    throw new IllegalArgumentException("bound is not positive: bound=" + count);
                }
            }
            if (heldBytes < bodyBytes) {
                throw new IllegalArgumentException("memory for bodies is less than one body: heldBytes=" + heldBytes
                        + ", bodyBytes=" + bodyBytes);
            }
        }

        /// For a machine with a few cores and gigabytes.
        public static Bounds defaults() {
            return new Bounds(inTime(Duration.ofMillis(100)), 4_096, 1 << 20, 16_384, 64L << 20, 4_096, share(4_096),
                    Duration.ofSeconds(30), Duration.ofSeconds(10), Duration.ofSeconds(10), Duration.ofMinutes(5), 4,
                    Duration.ofSeconds(30), 10_000, 8 << 20, 64, 1_000_000);
        }

        private static int share(int connections) {
            return Math.max(LEAST_SHARE, connections / ADDRESSES);
        }

        /// A client also waits before admission and after recording. So that 99 % of its answers arrive in time, more
        /// than 99 % of its requests must be recorded in time.
        private static AdmissionLimit inTime(Duration most) {
            return AdmissionLimit.forLatency(most).withPercentile(RECORDED_IN_TIME)
                    .withRequests(LEAST_REQUESTS, MOST_REQUESTS);
        }

        /// The same, admitting only as many requests as can be in the store within this time after arrival.
        public Bounds withMaxLatency(Duration time) {
            return withAdmission(inTime(time));
        }

        public Bounds withAdmission(AdmissionLimit limit) {
            return new Bounds(limit, groupMessages, bodyBytes, requestMessages, heldBytes, connections,
                    addressConnections, headerTime, bodyTime, answerTime, idleTime, queries, queryTime, queryRows,
                    answerBytes, streams, lagRows);
        }

        public Bounds withGroupMessages(int messages) {
            return new Bounds(admission, messages, bodyBytes, requestMessages, heldBytes, connections,
                    addressConnections, headerTime, bodyTime, answerTime, idleTime, queries, queryTime, queryRows,
                    answerBytes, streams, lagRows);
        }

        public Bounds withBodies(int bytes, int messages, long held) {
            return new Bounds(admission, groupMessages, bytes, messages, held, connections, addressConnections,
                    headerTime, bodyTime, answerTime, idleTime, queries, queryTime, queryRows, answerBytes, streams,
                    lagRows);
        }

        /// The same with this many connections per port. One address may have a quarter of them, or 16 if that is more.
        public Bounds withConnections(int most) {
            return new Bounds(admission, groupMessages, bodyBytes, requestMessages, heldBytes, most, share(most),
                    headerTime, bodyTime, answerTime, idleTime, queries, queryTime, queryRows, answerBytes, streams,
                    lagRows);
        }

        /// The same with this many connections per port from one address, for many clients behind one address, such as
        /// a proxy or a load generator. The number of connections per port removes the limit.
        public Bounds withAddressConnections(int most) {
            return new Bounds(admission, groupMessages, bodyBytes, requestMessages, heldBytes, connections, most,
                    headerTime, bodyTime, answerTime, idleTime, queries, queryTime, queryRows, answerBytes, streams,
                    lagRows);
        }

        /// Maximum number of streams from one address: the same fraction as of connections, and at least one.
        public int addressStreams() {
            return Math.clamp((long) streams * addressConnections / connections, 1, streams);
        }

        /// Maximum number of queries from one address: half of all, and at least one; all if one address may have all
        /// connections.
        public int addressQueries() {
            return addressConnections >= connections ? queries : (queries + 1) / 2;
        }

        public Bounds withTimes(Duration header, Duration body, Duration answer, Duration idle) {
            return new Bounds(admission, groupMessages, bodyBytes, requestMessages, heldBytes, connections,
                    addressConnections, header, body, answer, idle, queries, queryTime, queryRows, answerBytes, streams,
                    lagRows);
        }

        public Bounds withQueries(int most, Duration time, int rows) {
            return new Bounds(admission, groupMessages, bodyBytes, requestMessages, heldBytes, connections,
                    addressConnections, headerTime, bodyTime, answerTime, idleTime, most, time, rows, answerBytes,
                    streams, lagRows);
        }

        public Bounds withStreams(int most, long lag) {
            return new Bounds(admission, groupMessages, bodyBytes, requestMessages, heldBytes, connections,
                    addressConnections, headerTime, bodyTime, answerTime, idleTime, queries, queryTime, queryRows,
                    answerBytes, most, lag);
        }
    }
}
