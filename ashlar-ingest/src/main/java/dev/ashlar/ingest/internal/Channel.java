// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal;

import dev.ashlar.ingest.Arbitration;
import dev.ashlar.ingest.MessageContext;
import dev.ashlar.ingest.SkipReason;

/// Puts the packets of one channel in order, each once, whatever line they come on; see [Arbitration] for the rules.
///
/// ```
///              behind, or far ahead
///   packet ──┬───────────────────────► opening session ──► the current one, when it is certain
///            └───────────────────────► current session ──► handed out by number
///              next, or ahead                              (the previous one tells late packets from duplicates)
/// ```
final class Channel {
    final boolean named;
    /// The channel that this one was found to be, or `null`.
    Channel successor;
    final Gaps gaps = new Gaps();
    final ChannelCounts counts = new ChannelCounts();
    private final Arbiter arbiter;
    private final Numbers numbers;
    private final int window;
    private Session current;
    private Session previous;
    private Session opening;
    private Session spare;
    /// Packets of the current session since another opened.
    private int progress;

    Channel(Arbiter arbiter, Numbers numbers, int window, boolean named) {
        this.arbiter = arbiter;
        this.numbers = numbers;
        this.window = window;
        this.named = named;
    }

    void offer(Datagram packet) {
        place(packet);
        passTime();
    }

    private void place(Datagram packet) {
        if (current == null) {
            open(packet);
            return;
        }
        long ahead = numbers.distance(current.next, packet.sequence);
        if (ahead > 0 && previous != null && isEarlier(packet, current.firstTimeNs)) {
            // What a line sent before the sequence started again.
            skip(packet, past(previous, packet));
        } else if (ahead >= 0 && ahead < window && !isOutrun(packet) && !isOfOpening(packet)) {
            accept(packet, ahead);
        } else if (isOfOpening(packet) || startsAgain(packet, ahead)) {
            open(packet);
        } else {
            skip(packet, ahead > 0 ? SkipReason.STRAY_PACKET : past(current, packet));
        }
    }

    private static boolean isTimed(Datagram packet, long timeNs) {
        return packet.sendingTimeNs != MessageContext.NO_TIME && timeNs != MessageContext.NO_TIME;
    }

    private static boolean isEarlier(Datagram packet, long timeNs) {
        return isTimed(packet, timeNs) && packet.sendingTimeNs < timeNs;
    }

    /// Whether a greater number was sent earlier, so that this one cannot be of the same session.
    private boolean isOutrun(Datagram packet) {
        return isTimed(packet, current.highTimeNs) && packet.sendingTimeNs > current.highTimeNs
                && numbers.distance(current.high, packet.sequence) < 0;
    }

    /// Whether a packet was sent since the opening session began, and is near it.
    private boolean isOfOpening(Datagram packet) {
        return opening != null && isTimed(packet, opening.firstTimeNs)
                && packet.sendingTimeNs >= opening.firstTimeNs
                && Math.abs(numbers.distance(opening.high, packet.sequence)) < window;
    }

    private void accept(Datagram packet, long ahead) {
        if (ahead == 0) {
            handOut(packet);
            drain();
        } else {
            Datagram other = current.waiting(packet.sequence);
            if (other != null) {
                skip(packet, Session.isSame(other.hash, packet.hash) ? SkipReason.DUPLICATE_PACKET
                        : SkipReason.STRAY_PACKET);
                return;
            }
            hold(current, packet);
        }
        if (opening != null && !isEarlier(packet, opening.firstTimeNs)) {
            progress++;
        }
    }

    /// Whether a packet that is not within the window ahead begins another session.
    private boolean startsAgain(Datagram packet, long ahead) {
        if (ahead < 0 && current.past(packet) == Session.Past.SAME) {
            return false;
        }
        if (isTimed(packet, current.highTimeNs)) {
            return packet.sendingTimeNs > current.highTimeNs || ahead > 0
                    && packet.sendingTimeNs == current.highTimeNs;
        }
        return ahead > 0 || switch (current.past(packet)) {
            case OTHER -> true;
            case SAME, MISSING -> false;
            case BEFORE, FORGOTTEN -> ahead < -window && Long.compareUnsigned(packet.sequence, window) < 0;
        };
    }

    /// What a packet is that comes behind its turn.
    private SkipReason past(Session session, Datagram packet) {
        return switch (session.past(packet)) {
            case SAME -> SkipReason.DUPLICATE_PACKET;
            case OTHER -> SkipReason.STRAY_PACKET;
            case MISSING -> SkipReason.LATE_PACKET;
            case BEFORE -> session == current && previous != null ? past(previous, packet) : SkipReason.LATE_PACKET;
            case FORGOTTEN -> gaps.mayContain(numbers, packet.sequence) ? SkipReason.LATE_PACKET
                    : SkipReason.DUPLICATE_PACKET;
        };
    }

    private void skip(Datagram packet, SkipReason reason) {
        counts.count(reason);
        arbiter.skip(packet, reason);
    }

    /// Takes a packet into the session that opens, or begins one.
    private void open(Datagram packet) {
        if (opening == null) {
            opening = newSession().begin(packet, arbiter.nowNs);
            progress = 0;
        } else {
            long beyond = numbers.distance(opening.high, packet.sequence);
            long span = beyond > 0 ? numbers.distance(opening.next, packet.sequence)
                    : numbers.distance(packet.sequence, opening.high);
            boolean timed = isTimed(packet, opening.highTimeNs);
            boolean later = timed && packet.sendingTimeNs > opening.highTimeNs;
            Datagram other = span < window ? opening.waiting(packet.sequence) : null;
            if (other != null && Session.isSame(other.hash, packet.hash)) {
                skip(packet, SkipReason.DUPLICATE_PACKET);
                return;
            }
            boolean fits = span < window && other == null && !(later && beyond < 0);
            if (!fits && timed && !later) {
                skip(packet, SkipReason.STRAY_PACKET);
                return;
            }
            if (!fits) {
                promote();
                place(packet);
                return;
            }
        }
        hold(opening, packet);
    }

    private void hold(Session session, Datagram packet) {
        Datagram kept = arbiter.keep(packet);
        if (kept != null) {
            if (session.held == 0) {
                session.waitsSinceNs = arbiter.nowNs;
            }
            session.hold(kept);
            return;
        }
        // All memory for waiting packets is in use: nothing waits any longer, this one neither.
        arbiter.finish();
        long ahead = numbers.distance(current.next, packet.sequence);
        if (session != current || ahead < 0) {
            skip(packet, SkipReason.LATE_PACKET);
            return;
        }
        if (ahead > 0) {
            passTo(packet.sequence);
        }
        handOut(packet);
    }

    private Session newSession() {
        Session session = spare == null ? new Session(numbers, window) : spare;
        spare = null;
        return session;
    }

    /// The opening session becomes the current one.
    private void promote() {
        Session session = opening;
        opening = null;
        if (current != null) {
            flush();
            if (numbers.distance(current.next, session.next) > 0) {
                noteGap(current.next, session.next);
            } else {
                counts.restarts++;
                gaps.beginSession();
            }
        }
        spare = previous;
        previous = current;
        current = session;
        drain();
    }

    private void noteGap(long from, long behind) {
        gaps.add(from, numbers.plus(behind, -1), numbers.count(from, behind));
        arbiter.noteGap();
    }

    /// Gives up sessions and packets that waited long enough.
    void passTime() {
        if (current != null) {
            while (current.held > window / 2 || current.held > 0 && isOver(current)) {
                passGap();
            }
        }
        if (opening != null && (opening.held >= Arbitration.OPENING || progress > Arbitration.OPENING
                || isOver(opening))) {
            settle();
        }
    }

    /// Ends the opening: the session begins, or was none if the sequence went on elsewhere meanwhile.
    private void settle() {
        if (progress <= opening.held) {
            promote();
            return;
        }
        discard(opening);
        spare = opening;
        opening = null;
    }

    private boolean isOver(Session session) {
        return arbiter.nowNs != MessageContext.NO_TIME && session.waitsSinceNs != MessageContext.NO_TIME
                && arbiter.nowNs - session.waitsSinceNs > Arbitration.MAX_WAIT_NS;
    }

    private void discard(Session session) {
        while (session.held > 0) {
            discard(session.take(session.lowest()));
        }
    }

    private void discard(Datagram packet) {
        if (packet != null) {
            skip(packet, SkipReason.STRAY_PACKET);
            arbiter.recycle(packet);
        }
    }

    private void passGap() {
        passTo(current.lowest());
        drain();
    }

    private void passTo(long number) {
        noteGap(current.next, number);
        current.passTo(number);
    }

    private void drain() {
        Datagram packet = current.takeNext();
        while (packet != null) {
            handOut(packet);
            arbiter.recycle(packet);
            packet = current.takeNext();
        }
        current.waitsSinceNs = arbiter.nowNs;
    }

    private void handOut(Datagram packet) {
        counts.packets++;
        for (int i = 1; i < packet.span && current.held > 0; i++) {
            discard(current.take(current.next + i));
        }
        current.handedOut(packet);
        arbiter.handOut(packet);
    }

    private void flush() {
        while (current.held > 0) {
            passGap();
        }
    }

    /// Hands out all that waits.
    void finish() {
        if (opening != null) {
            settle();
        }
        if (current != null) {
            flush();
        }
    }

    /// Whether, if both are one channel, it is `other` that should go on.
    boolean yieldsTo(Channel other) {
        if (named || other.named) {
            return !named;
        }
        if (current == null || other.current == null) {
            return current == null;
        }
        return numbers.distance(current.next, other.current.next) > 0;
    }

    /// Takes over what another channel did and has waiting: its lines are this one's.
    void absorb(Channel other) {
        other.successor = this;
        counts.add(other.counts);
        gaps.addAll(other.gaps);
        if (current != null && other.current != null) {
            current.learn(other.current);
        }
        reoffer(other.current);
        reoffer(other.opening);
    }

    private void reoffer(Session session) {
        while (session != null && session.held > 0) {
            Datagram packet = session.take(session.lowest());
            offer(packet);
            arbiter.recycle(packet);
        }
    }
}
