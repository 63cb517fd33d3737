// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.live;

import dev.ashlar.ingest.Arbitration;
import dev.ashlar.ingest.SourceOptions;
import dev.ashlar.ingest.internal.feed.LineSockets;
import dev.ashlar.sbe.framing.Framing;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongSupplier;

/// How a live feed is recorded.
///
/// @param feed               where packets come from
/// @param framing            framing of the messages
/// @param ordered            whether packets are put in order by their sequence numbers, each once, and gaps are
///                           reported; needed for more than one line
/// @param window             sequence numbers that are tracked at once, see [Arbitration]
/// @param receiveBufferBytes receive buffer that is requested for each socket; the system may grant less
/// @param ringBytes          bytes of the ring between a line and the writer, a power of two from [#MIN_RING_BYTES] to
///                           [#MAX_RING_BYTES]
/// @param limit              most messages to record
/// @param clock              nanoseconds since 1970-01-01 UTC; absent for the system clock. Called by several threads
public record RecordOptions(LiveFeed feed, Framing framing, boolean ordered, int window, int receiveBufferBytes,
        int ringBytes, long limit, Optional<LongSupplier> clock) {
    /// Minimum size of a ring, in bytes: a datagram must fit into an eighth of it.
    public static final int MIN_RING_BYTES = 1 << 20;
    /// Maximum size of a ring, in bytes.
    public static final int MAX_RING_BYTES = 1 << 30;
    private static final int DEFAULT_RING_BYTES = 1 << 26;
    private static final int DEFAULT_BUFFER_BYTES = 1 << 24;
    private static final int MIN_BUFFER_BYTES = 1 << 12;

    public RecordOptions {
        Objects.requireNonNull(clock, "clock");
        if (receiveBufferBytes < MIN_BUFFER_BYTES) {
            throw new IllegalArgumentException("receive buffer too small: receiveBufferBytes=" + receiveBufferBytes
                    + ", min=" + MIN_BUFFER_BYTES);
        }
        if (Integer.bitCount(ringBytes) != 1 || ringBytes < MIN_RING_BYTES || ringBytes > MAX_RING_BYTES) {
            throw new IllegalArgumentException("ring is not a power of two, or out of bounds: ringBytes=" + ringBytes
                    + ", min=" + MIN_RING_BYTES + ", max=" + MAX_RING_BYTES);
        }
        if (limit < 0) {
            throw new IllegalArgumentException("negative limit: limit=" + limit);
        }
        if (!ordered && feed instanceof LiveFeed.Udp udp && udp.lines().size() > 1) {
            throw new IllegalArgumentException("packets of several lines must be put in order, or each would be recorded "
                    + "once for each line: lines=" + udp.lines().size());
        }
        sourceOptions(feed, framing, ordered, window);
    }

    /// Packets in order if the framing has sequence numbers; receive buffers of 16 MiB, rings of 64 MiB, no limit.
    ///
    /// @throws IllegalArgumentException if there are several lines, and the framing has no sequence numbers
    public static RecordOptions of(LiveFeed feed, Framing framing) {
        boolean ordered = feed instanceof LiveFeed.Udp udp
                && (udp.lines().size() > 1 || framing.packet().sequence().width() > 1);
        return new RecordOptions(feed, framing, ordered, Arbitration.NONE.window(), DEFAULT_BUFFER_BYTES,
                DEFAULT_RING_BYTES, Long.MAX_VALUE, Optional.empty());
    }

    /// The same with packets of the only line recorded as they come, whatever their sequence numbers.
    public RecordOptions unordered() {
        return new RecordOptions(feed, framing, false, window, receiveBufferBytes, ringBytes, limit, clock);
    }

    public RecordOptions withWindow(int numbers) {
        return new RecordOptions(feed, framing, ordered, numbers, receiveBufferBytes, ringBytes, limit, clock);
    }

    public RecordOptions withReceiveBufferBytes(int bytes) {
        return new RecordOptions(feed, framing, ordered, window, bytes, ringBytes, limit, clock);
    }

    public RecordOptions withRingBytes(int bytes) {
        return new RecordOptions(feed, framing, ordered, window, receiveBufferBytes, bytes, limit, clock);
    }

    public RecordOptions withLimit(long messages) {
        return new RecordOptions(feed, framing, ordered, window, receiveBufferBytes, ringBytes, messages, clock);
    }

    public RecordOptions withClock(LongSupplier utcNs) {
        return new RecordOptions(feed, framing, ordered, window, receiveBufferBytes, ringBytes, limit,
                Optional.of(utcNs));
    }

    /// How packets become messages.
    SourceOptions sourceOptions() {
        return sourceOptions(feed, framing, ordered, window);
    }

    private static SourceOptions sourceOptions(LiveFeed feed, Framing framing, boolean ordered, int window) {
        SourceOptions options = SourceOptions.of(framing);
        if (!ordered || !(feed instanceof LiveFeed.Udp udp)) {
            return options;
        }
        String channel = String.join("+", udp.lines().stream().map(line -> LineSockets.text(line.destination())).toList());
        return options.withArbitration(Arbitration.of(List.of(channel)).withWindow(window));
    }
}
