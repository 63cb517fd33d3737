// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.arbitration;

import java.util.ArrayList;
import java.util.List;

/// Sessions of a channel behind which another has begun, but which slower lines may still fill; oldest first.
final class EndingSessions {
    private final List<SequenceSession> sessions = new ArrayList<>();

    boolean isEmpty() {
        return sessions.isEmpty();
    }

    SequenceSession first() {
        return sessions.getFirst();
    }

    /// The session behind the first: the second, or the current one.
    SequenceSession behindFirst(SequenceSession current) {
        return behind(0, current);
    }

    private SequenceSession behind(int index, SequenceSession current) {
        return index + 1 < sessions.size() ? sessions.get(index + 1) : current;
    }

    void add(SequenceSession session) {
        sessions.add(session);
    }

    void removeFirst() {
        sessions.removeFirst();
    }

    /// All lines have reached the session `ordinal`: nothing is missing in those before it but what lines reordered.
    void reached(long ordinal, SequenceSession current, long offered) {
        for (int i = 0; i < sessions.size(); i++) {
            SequenceSession session = behind(i, current);
            if (session.reachedAt == 0 && session.ordinal <= ordinal) {
                session.reachedAt = offered;
            }
        }
    }

    /// The session that a packet is of; if of none of these, the current one.
    SequenceSession sessionOf(Datagram packet, SequenceSession current) {
        if (sessions.isEmpty()) {
            return current;
        }
        return packet.isTimed(current.firstTimeNs) ? byTime(packet, current) : byLine(packet, current);
    }

    private SequenceSession byTime(Datagram packet, SequenceSession current) {
        SequenceSession later = current;
        for (int i = sessions.size() - 1; i >= 0; i--) {
            SequenceSession session = sessions.get(i);
            if (!packet.isBefore(later.firstTimeNs) || isInFront(packet, later, session)) {
                return later;
            }
            later = session;
        }
        return later;
    }

    /// Whether a packet that was sent before all those of a session is one of its first nevertheless: its number is
    /// lower, and too low, or farther away, for the session before.
    private static boolean isInFront(Datagram packet, SequenceSession session, SequenceSession before) {
        long below = session.numbers.distance(packet.sequence, session.next);
        if (below <= 0) {
            return false;
        }
        long beyond = before.numbers.distance(before.high, packet.sequence);
        return packet.isAfter(before.highTimeNs) && (beyond <= 0 || beyond > below);
    }

    /// Without sending times a packet is of the session that its line has reached, unless it cannot be of it; then it
    /// is of the next.
    private SequenceSession byLine(Datagram packet, SequenceSession current) {
        for (int i = 0; i < sessions.size(); i++) {
            SequenceSession session = sessions.get(i);
            if (session.ordinal >= packet.line.reached) {
                return session.mayHave(packet) ? session : behind(i, current);
            }
        }
        return current;
    }
}
