// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.arbitration;

import dev.ashlar.ingest.Arbitration;
import dev.ashlar.ingest.MessageContext;
import dev.ashlar.ingest.SkipReason;

/// Puts the packets of one channel in order, each once, whatever line they come on; see [Arbitration] for the rules.
///
/// ```
///              behind, or far ahead
///   packet ──┬───────────────────────► opening session ──► the current one, when it is certain
///            ├───────────────────────► current session ──► handed out by number, once no session is ending
///            │ next, or ahead
///            └───────────────────────► ending sessions ──► handed out by number, the oldest first
///              of a line that is behind                    (the previous one tells late packets from duplicates)
/// ```
///
/// A session ends when the sequence starts again, but a slower line may still fill its gaps. So it continues to hand
/// out until all lines have reached the session behind it, or packets have waited as long as they may; those of later
/// sessions wait meanwhile.
final class Channel {
    final boolean named;
    /// Among those that recent packets came on.
    int number;
    /// The channel that this one was found to be, or `null`.
    Channel successor;
    final Gaps gaps = new Gaps();
    final ChannelCounts counts = new ChannelCounts();
    private final Arbiter arbiter;
    private final SequenceNumbers numbers;
    private final int window;
    private final EndingSessions ending = new EndingSessions();
    private SequenceSession current;
    private SequenceSession previous;
    private SequenceSession opening;
    /// Packets of the current session since another opened.
    private int progress;
    /// Sessions that opened.
    private long sessions;
    /// Packets that came.
    private long offered;
    /// Packets that wait in sessions other than the opening one.
    private int waiting;

    Channel(Arbiter arbiter, SequenceNumbers numbers, int window, boolean named) {
        this.arbiter = arbiter;
        this.numbers = numbers;
        this.window = window;
        this.named = named;
    }

    void offer(Datagram packet) {
        offered++;
        place(packet);
        passTime();
    }

    private void place(Datagram packet) {
        if (current == null) {
            open(packet);
            return;
        }
        SequenceSession session = ending.sessionOf(packet, current);
        if (session != current) {
            accept(session, packet);
            return;
        }
        long ahead = numbers.distance(current.next, packet.sequence);
        if (ahead > 0 && ending.isEmpty() && previous != null && packet.isBefore(current.firstTimeNs)) {
            // What a line sent before the sequence started again.
            skip(packet, past(previous, packet));
        } else if (isOfOpening(packet) || comesBack(packet)) {
            open(packet);
        } else if (isWithin(current, packet) && !isOutrun(packet)) {
            accept(current, packet);
        } else if (startsAgain(packet, ahead)) {
            open(packet);
        } else {
            skip(packet, ahead > 0 ? SkipReason.STRAY_PACKET : past(current, packet));
        }
    }

    /// The session whose packets are handed out.
    private SequenceSession first() {
        return ending.isEmpty() ? current : ending.first();
    }

    /// Whether a packet can be handed out or wait in a session; in one of which nothing was handed out, also in front.
    private boolean isWithin(SequenceSession session, Datagram packet) {
        long ahead = numbers.distance(session.next, packet.sequence);
        return ahead >= 0 ? ahead < window
                : session != first() && numbers.distance(packet.sequence, session.high) < window;
    }

    /// Whether a greater number, or the same, was sent earlier, so that this one cannot be of the same session.
    private boolean isOutrun(Datagram packet) {
        return packet.isAfter(current.highTimeNs) && numbers.distance(current.high, packet.sequence) <= 0;
    }

    /// Whether, without sending times, a number comes back with other bytes while the first packet with it waits.
    private boolean comesBack(Datagram packet) {
        if (packet.isTimed(current.highTimeNs) || !isWithin(current, packet)) {
            return false;
        }
        Datagram other = current.waiting(packet.sequence);
        return other != null && !SequenceSession.isSame(other.hash, packet.hash);
    }

    /// Whether a packet was sent since the opening session began, and is near it. Without sending times: whether its
    /// line has reached that session and the current one is farther away.
    private boolean isOfOpening(Datagram packet) {
        if (opening == null) {
            return false;
        }
        long distance = Math.abs(numbers.distance(opening.high, packet.sequence));
        if (packet.isTimed(opening.firstTimeNs)) {
            return !packet.isBefore(opening.firstTimeNs) && distance < window;
        }
        return packet.line.opened == opening.ordinal
                && distance < Math.min(window, Math.abs(numbers.distance(current.high, packet.sequence)));
    }

    /// Takes a packet into a session that has begun.
    private void accept(SequenceSession session, Datagram packet) {
        if (!isWithin(session, packet)) {
            skip(packet, numbers.distance(session.next, packet.sequence) > 0 ? SkipReason.STRAY_PACKET
                    : past(session, packet));
            return;
        }
        Datagram other = session.waiting(packet.sequence);
        if (other != null && !SequenceSession.isSame(other.hash, packet.hash)) {
            skip(packet, SkipReason.STRAY_PACKET);
            return;
        }
        reach(packet.line, session.ordinal);
        if (other != null) {
            skip(packet, SkipReason.DUPLICATE_PACKET);
            return;
        }
        if (packet.sequence == session.next && session == first()) {
            handOut(session, packet);
            drain(session);
        } else {
            hold(session, packet);
        }
        if (opening != null && session == current && !packet.isBefore(opening.firstTimeNs)) {
            progress++;
        }
    }

    /// A line has brought a packet of a session.
    private void reach(LineState line, long ordinal) {
        if (line.reached < ordinal) {
            line.reached = ordinal;
            noteReached();
        }
    }

    private void noteReached() {
        if (!ending.isEmpty()) {
            ending.reached(arbiter.reachedByAll(this), current, offered);
        }
    }

    /// Whether a packet that is not within the window ahead begins another session.
    private boolean startsAgain(Datagram packet, long ahead) {
        if (ahead < 0 && current.past(packet) == SequenceSession.Past.SAME) {
            return false;
        }
        if (packet.isTimed(current.highTimeNs)) {
            return packet.isAfter(current.highTimeNs) || ahead > 0 && packet.sendingTimeNs == current.highTimeNs;
        }
        return ahead > 0 || switch (current.past(packet)) {
            case OTHER -> true;
            case SAME, MISSING -> false;
            case BEFORE, FORGOTTEN -> ahead < -window && Long.compareUnsigned(packet.sequence, window) < 0;
        };
    }

    /// What a packet is that comes behind its turn.
    private SkipReason past(SequenceSession session, Datagram packet) {
        return switch (session.past(packet)) {
            case SAME -> SkipReason.DUPLICATE_PACKET;
            case OTHER -> SkipReason.STRAY_PACKET;
            case MISSING -> SkipReason.LATE_PACKET;
            case BEFORE -> session == first() && previous != null ? past(previous, packet) : SkipReason.LATE_PACKET;
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
            opening = arbiter.newSession().begin(packet, ++sessions);
            progress = 0;
        } else {
            long beyond = numbers.distance(opening.high, packet.sequence);
            long span = beyond > 0 ? numbers.distance(opening.next, packet.sequence)
                    : numbers.distance(packet.sequence, opening.high);
            boolean timed = packet.isTimed(opening.highTimeNs);
            boolean later = packet.isAfter(opening.highTimeNs);
            Datagram other = span < window ? opening.waiting(packet.sequence) : null;
            if (other != null && SequenceSession.isSame(other.hash, packet.hash)) {
                noteOpened(packet.line);
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
        noteOpened(packet.line);
        hold(opening, packet);
    }

    /// A line has brought a packet of the opening session.
    private void noteOpened(LineState line) {
        if (line.opened != opening.ordinal) {
            line.opened = opening.ordinal;
            if (arbiter.openedByAll(this, opening.ordinal)) {
                opening.reachedAt = offered;
            }
        }
    }

    private void hold(SequenceSession session, Datagram packet) {
        Datagram kept = arbiter.keep(packet);
        if (kept != null) {
            if (session.held == 0) {
                session.waitsSinceNs = packet.timeNs;
            }
            session.hold(kept);
            waiting += session == opening ? 0 : 1;
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
            passTo(current, packet.sequence);
        }
        handOut(current, packet);
    }

    /// Takes the packet of this number from a session that has begun, or `null`.
    private Datagram take(SequenceSession session, long number) {
        Datagram packet = session.take(number);
        waiting -= packet == null ? 0 : 1;
        return packet;
    }

    /// The opening session becomes the current one, and what was the current one ends.
    private void promote() {
        SequenceSession session = opening;
        opening = null;
        waiting += session.held;
        if (current == null) {
            current = session;
            drain(session);
        } else {
            ending.add(current);
            current = session;
            if (!arbiter.mayEnd()) {
                end();
            }
        }
        arbiter.promote(this, session.ordinal);
        noteReached();
    }

    /// Gives up what the oldest of the ending sessions still misses; the one behind it hands out now.
    private void end() {
        SequenceSession session = ending.first();
        flush(session);
        ending.removeFirst();
        arbiter.hasEnded();
        SequenceSession next = first();
        long distance = numbers.distance(session.next, next.next);
        if (distance > 0) {
            noteGap(session.next, next.next);
        } else if (distance < 0) {
            counts.restarts++;
            gaps.beginSession();
        }
        arbiter.recycle(previous);
        previous = session;
        drain(next);
    }

    private void noteGap(long from, long behind) {
        long to = numbers.plus(behind, -1);
        long missing = numbers.count(from, behind);
        gaps.add(from, to, missing);
        arbiter.noteGap(from, to, missing);
    }

    /// Gives up sessions and packets that waited long enough.
    void passTime() {
        while (current != null && giveUp(first())) {
            // Until waiting packets may wait longer.
        }
        if (opening != null && (isCertain() || progress > Arbitration.OPENING || isOver(opening))) {
            settle();
        }
    }

    /// Whether the opening session has waited for enough packets; at the start of a channel whose lines are named, of
    /// each line.
    private boolean isCertain() {
        return opening.held >= Arbitration.OPENING
                && (current != null || !named || opening.held > window / 2 || isReached(opening));
    }

    /// Whether all lines have long been in a session, or beyond.
    private boolean isReached(SequenceSession session) {
        return session.reachedAt > 0 && offered - session.reachedAt >= Arbitration.OPENING;
    }

    /// Gives up one gap, or the end of one session, if it is time.
    private boolean giveUp(SequenceSession session) {
        boolean full = waiting > window / 2;
        if (session.held > 0 && (full || isOver(session))) {
            passGap(session);
            return true;
        }
        if (session == current) {
            return false;
        }
        SequenceSession next = ending.behindFirst(current);
        if (full || isOver(next) || isReached(next)) {
            end();
            return true;
        }
        return false;
    }

    /// Ends the opening: the session begins, or was none if the sequence went on elsewhere meanwhile.
    private void settle() {
        if (progress <= opening.held) {
            promote();
            return;
        }
        while (opening.held > 0) {
            discard(opening.take(opening.lowest()));
        }
        arbiter.recycle(opening);
        opening = null;
    }

    private boolean isOver(SequenceSession session) {
        return arbiter.nowNs != MessageContext.NO_TIME && session.waitsSinceNs != MessageContext.NO_TIME
                && arbiter.nowNs - session.waitsSinceNs > Arbitration.MAX_WAIT_NS;
    }

    private void discard(Datagram packet) {
        if (packet != null) {
            skip(packet, SkipReason.STRAY_PACKET);
            arbiter.recycle(packet);
        }
    }

    private void passGap(SequenceSession session) {
        passTo(session, session.lowest());
        drain(session);
    }

    private void passTo(SequenceSession session, long number) {
        noteGap(session.next, number);
        session.passTo(number);
    }

    private void drain(SequenceSession session) {
        Datagram packet = take(session, session.next);
        while (packet != null) {
            handOut(session, packet);
            arbiter.recycle(packet);
            packet = take(session, session.next);
        }
        session.waitsSinceNs = session.held > 0 ? session.waiting(session.lowest()).timeNs : arbiter.nowNs;
    }

    private void handOut(SequenceSession session, Datagram packet) {
        counts.packets++;
        for (int i = 1; i < packet.span && session.held > 0; i++) {
            discard(take(session, session.next + i));
        }
        session.handedOut(packet);
        arbiter.handOut(packet);
    }

    private void flush(SequenceSession session) {
        while (session.held > 0) {
            passGap(session);
        }
    }

    /// Hands out all that waits.
    void finish() {
        if (opening != null) {
            settle();
        }
        while (!ending.isEmpty()) {
            end();
        }
        if (current != null) {
            flush(current);
        }
    }

    /// Whether `other` should continue if both are one channel.
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
        if (current != null && other.current != null && ending.isEmpty() && other.ending.isEmpty()) {
            current.learn(other.current);
        }
        while (!other.ending.isEmpty()) {
            reoffer(other.ending.first());
            other.ending.removeFirst();
            arbiter.hasEnded();
        }
        reoffer(other.current);
        reoffer(other.opening);
    }

    private void reoffer(SequenceSession session) {
        while (session != null && session.held > 0) {
            Datagram packet = session.take(session.lowest());
            offer(packet);
            arbiter.recycle(packet);
        }
    }
}
