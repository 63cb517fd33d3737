// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.arbitration;

import java.util.Arrays;

/// A channel's numbers from one start of its sequence to the next: which were handed out of late, which packets wait.
///
/// ```
///          known by hash, 0 if missing      may wait
///   ─────┬────────────────────────────────┬──────────────────────────────┬─────
///        │ next - window                  │ next                         │ next + window
/// ```
///
/// While a session opens nothing is handed out: `next` is the lowest number that waits.
final class SequenceSession {
    /// What a number before `next` is.
    enum Past {
        /// Handed out with the same bytes.
        SAME,
        /// Handed out with other bytes.
        OTHER,
        /// Passed over.
        MISSING,
        /// Before the first.
        BEFORE,
        /// Farther behind than is remembered.
        FORGOTTEN
    }

    /// Hash of a packet that the capture cut: equal to any.
    static final long ANY_HASH = 1;

    final SequenceNumbers numbers;
    private final int window;
    private final Datagram[] waiting;
    private final long[] hashes;
    long first;
    long firstTimeNs;
    long next;
    long high;
    long highTimeNs;
    int held;
    long waitsSinceNs;
    /// Among the sessions of its channel, from 1.
    long ordinal;
    /// How many packets had been offered to the channel when all lines had reached this session; 0 if they have not.
    long reachedAt;

    SequenceSession(SequenceNumbers numbers, int window) {
        this.numbers = numbers;
        this.window = window;
        waiting = new Datagram[window];
        hashes = new long[window];
    }

    /// Begins with this packet's number, which is the next.
    SequenceSession begin(Datagram packet, long sessionOrdinal) {
        assert held == 0;
        ordinal = sessionOrdinal;
        reachedAt = 0;
        Arrays.fill(hashes, 0);
        first = packet.sequence;
        next = first;
        high = first;
        firstTimeNs = packet.sendingTimeNs;
        highTimeNs = firstTimeNs;
        waitsSinceNs = packet.timeNs;
        return this;
    }

    static boolean isSame(long hash, long other) {
        return hash == other || hash == ANY_HASH || other == ANY_HASH;
    }

    Past past(Datagram packet) {
        long behind = numbers.distance(packet.sequence, next);
        if (numbers.distance(first, packet.sequence) < 0) {
            return Past.BEFORE;
        }
        if (behind > window) {
            return Past.FORGOTTEN;
        }
        long hash = behind <= 0 ? 0 : hashes[index(packet.sequence)];
        if (hash == 0) {
            return Past.MISSING;
        }
        return isSame(hash, packet.hash) ? Past.SAME : Past.OTHER;
    }

    /// Whether a packet without sending time may be of this session, as far as its number and bytes tell.
    boolean mayHave(Datagram packet) {
        long behind = numbers.distance(packet.sequence, next);
        if (behind <= 0) {
            Datagram other = behind > -window ? waiting(packet.sequence) : null;
            return behind > -window && (other == null || isSame(other.hash, packet.hash));
        }
        Past past = past(packet);
        return past == Past.SAME || past == Past.MISSING;
    }

    Datagram waiting(long number) {
        return waiting[index(number)];
    }

    /// Lets a packet wait whose number is within the window, and free.
    void hold(Datagram packet) {
        waiting[index(packet.sequence)] = packet;
        held++;
        reach(packet);
        if (numbers.distance(next, packet.sequence) < 0) {
            first = packet.sequence;
            next = first;
            firstTimeNs = packet.sendingTimeNs;
        }
    }

    /// Takes the packet of this number, or `null`.
    Datagram take(long number) {
        Datagram packet = waiting[index(number)];
        if (packet != null) {
            waiting[index(number)] = null;
            held--;
        }
        return packet;
    }

    /// The next number was handed out.
    void handedOut(Datagram packet) {
        hashes[index(next)] = packet.hash;
        for (int i = 1; i < packet.span; i++) {
            hashes[index(next + i)] = 0;
        }
        next = numbers.plus(next, packet.span);
        reach(packet);
    }

    private void reach(Datagram packet) {
        if (numbers.distance(high, packet.sequence) >= 0) {
            high = packet.sequence;
            highTimeNs = packet.sendingTimeNs;
        }
    }

    /// The lowest number that waits; there must be one.
    long lowest() {
        assert held > 0;
        long number = next;
        while (waiting[index(number)] == null) {
            number = numbers.plus(number, 1);
        }
        return number;
    }

    /// Gives up the numbers before `number`, none of which waits.
    void passTo(long number) {
        long count = Math.min(window, numbers.count(next, number));
        for (long i = 1; i <= count; i++) {
            hashes[index(number - i)] = 0;
        }
        next = number;
        if (numbers.distance(high, number) > 0) {
            high = numbers.plus(number, -1);
        }
    }

    /// Remembers what another session of the same sequence handed out.
    void learn(SequenceSession other) {
        if (Math.abs(numbers.distance(next, other.next)) >= window) {
            return;
        }
        if (numbers.distance(first, other.first) < 0) {
            first = other.first;
        }
        for (int i = 1; i <= window; i++) {
            int at = index(next - i);
            long behind = numbers.distance(numbers.plus(next, -i), other.next);
            if (hashes[at] == 0 && behind > 0 && behind <= window) {
                hashes[at] = other.hashes[at];
            }
        }
    }

    private int index(long number) {
        return (int) number & window - 1;
    }
}
