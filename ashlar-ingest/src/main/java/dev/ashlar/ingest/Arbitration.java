// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest;

import dev.ashlar.sbe.framing.FieldLayout;
import dev.ashlar.sbe.framing.Framing;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Recognises the same packets on redundant lines, so that each is delivered once.
///
/// A **line** is all datagrams to one address and port; a **channel** is the lines that carry the same packets under
/// the same sequence numbers. Incremental and snapshot feeds are different channels. The caller names the lines of a
/// channel, or the lines are detected: two lines are paired as soon as a packet of one equals a packet of the other
/// byte for byte, including sequence number and sending time. A line without such a packet is a channel of its own.
/// Nothing is guessed from addresses and ports: exchanges number them differently.
///
/// | kind              | lines named in `channels` | all others                                  |
/// |-------------------|---------------------------|---------------------------------------------|
/// | [#NONE]           | –                         | handed out as they are                      |
/// | [#PAIRS]          | –                         | paired where that is certain                |
/// | [#of]             | one channel each          | handed out as they are                      |
/// | [#of], `andPairs` | one channel each          | paired where that is certain                |
///
/// Each channel delivers its packets once, by rising sequence number, whichever line brings them first. A packet that
/// is ahead of the sequence waits for the missing ones until more than `window / 2` packets wait, or the first has
/// waited one second of capture time; then the missing packets are a gap. After a restart, packets of the new sequence
/// wait until every line has reached it, with the same limits. The first packets of a channel wait until there are
/// [#OPENING] of them (of each line, if lines are named), or for that second, so that they can be ordered, too.
///
/// A sequence has restarted when a lower number has a later sending time; without sending times, when a number returns
/// with other bytes, or is far lower and among the first `window`. A sending time of 0 means that there is none.
/// Sequence numbers wrap to 0 after their greatest value.
///
/// @param pairs    whether lines that are not named are paired
/// @param channels the lines of each channel
/// @param window   sequence numbers that are tracked per channel, a power of two from 256 to 65,536: how far a line may
///     lag
public record Arbitration(boolean pairs, List<List<Line>> channels, int window) {
    /// Everything is delivered as it arrives.
    public static final Arbitration NONE = new Arbitration(false, List.of(), 2048);
    /// Lines are paired if the match is certain.
    public static final Arbitration PAIRS = new Arbitration(true, List.of(), 2048);
    /// Packets that wait at the start of a sequence.
    public static final int OPENING = 64;
    /// Longest wait for a missing packet, in nanoseconds of capture time.
    public static final long MAX_WAIT_NS = 1_000_000_000L;
    /// Maximum number of lines; datagrams of further lines are delivered as they arrive.
    public static final int MAX_LINES = 1024;

    private static final int MIN_WINDOW = 256;
    private static final int MAX_WINDOW = 1 << 16;

    public Arbitration {
        channels = channels.stream().map(List::copyOf).toList();
        if (Integer.bitCount(window) != 1 || window < MIN_WINDOW || window > MAX_WINDOW) {
            throw new IllegalArgumentException("window is not a power of two, or out of bounds: window=" + window + ", min="
                    + MIN_WINDOW + ", max=" + MAX_WINDOW);
        }
        Set<Line> seen = new HashSet<>();
        for (List<Line> channel : channels) {
            for (Line line : channel) {
                if (!seen.add(line)) {
                    throw new IllegalArgumentException("line named twice: " + line);
                }
            }
        }
        if (seen.size() > MAX_LINES) {
            throw new IllegalArgumentException("too many lines: lines=" + seen.size() + ", max=" + MAX_LINES);
        }
    }

    /// Arbitrates channels, each given as the texts of its lines joined by `+`: `224.0.31.1:14310+224.0.32.1:15310`.
    ///
    /// @throws IllegalArgumentException if a channel is invalid, or repeats a line
    public static Arbitration of(List<String> channels) {
        return new Arbitration(false, channels.stream().map(Arbitration::lines).toList(), NONE.window);
    }

    /// The same, with all other lines paired if the match is certain.
    public Arbitration andPairs() {
        return new Arbitration(true, channels, window);
    }

    /// The same with another window.
    public Arbitration withWindow(int newWindow) {
        return new Arbitration(pairs, channels, newWindow);
    }

    /// Whether any lines are arbitrated.
    public boolean isWanted() {
        return pairs || !channels.isEmpty();
    }

    /// Whether packets with such headers can be arbitrated.
    ///
    /// @throws IllegalArgumentException with the reason, if not
    void requireFit(Framing framing) {
        FieldLayout sequence = framing.packet().sequence();
        if (isWanted() && sequence.width() < 2) {
            throw new IllegalArgumentException("lines cannot be arbitrated: the packet header of framing "
                    + framing.name() + " has no sequence number of 16 bits or more");
        }
        if (pairs && !framing.packet().time().isPresent()) {
            throw new IllegalArgumentException("lines cannot be paired: the packet header of framing " + framing.name()
                    + " has no sending time; name the lines of each channel");
        }
        if (isWanted() && sequence.width() == 2 && window > 1 << 13) {
            throw new IllegalArgumentException("window too large for sequence numbers of 16 bits: window=" + window
                    + ", max=" + (1 << 13));
        }
    }

    private static List<Line> lines(String channel) {
        return List.of(channel.split("\\+", -1)).stream().map(Line::parse).toList();
    }
}
