// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.replay;

import dev.ashlar.ingest.CaptureReader;
import dev.ashlar.ingest.internal.feed.TimeHistogram;
import dev.ashlar.ingest.internal.framing.Addresses;
import dev.ashlar.ingest.internal.replay.CapturedDatagrams;
import dev.ashlar.ingest.internal.replay.Losses;
import dev.ashlar.ingest.internal.replay.Pacer;
import dev.ashlar.ingest.internal.replay.UdpSender;
import dev.ashlar.ingest.live.FeedException;
import dev.ashlar.ingest.replay.ReplayReport.LineSent;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// Sends the datagrams of a capture as a feed, on one line or several.
///
/// ```
/// List<ReplayLine> lines = List.of(ReplayLine.of(Line.parse("239.1.1.1:14310")).on("lo"));
/// try (UdpReplay replay = UdpReplay.open(lines, Options.at(ReplayPace.captured(10)));
///         CaptureReader capture = CaptureReader.open(path)) {
///     System.err.println(replay.run(capture, () -> { }));
/// }
/// ```
///
/// Payloads are sent as they are; sender, IP header and fragments are new. Everything in the capture other than
/// complete UDP datagrams is counted, but not sent.
///
/// **Threading**: one thread; [#stop] by any. Allocates nothing per packet.
public final class UdpReplay implements AutoCloseable {
    /// Maximum number of lines.
    public static final int MAX_LINES = 8;
    private static final long PROGRESS_NS = 250_000_000L;
    private static final int CLOCK_PACKETS = 256;

    /// How packets are sent.
    ///
    /// @param pace when each packet is sent
    /// @param gate holds packets back for other reasons
    /// @param hops time to live of multicast packets, 0 to 255; 0 keeps them on this machine
    /// @param seed seed of the random losses
    public record Options(ReplayPace pace, ReplayGate gate, int hops, long seed) {
        public Options {
            Objects.requireNonNull(pace, "pace");
            Objects.requireNonNull(gate, "gate");
            if (hops < 0 || hops > 255) {
                throw new IllegalArgumentException("hops outside 0 to 255: hops=" + hops);
            }
        }

        /// At this pace, on the local network only (one hop).
        public static Options at(ReplayPace pace) {
            return new Options(pace, ReplayGate.OPEN, 1, 1);
        }

        public Options withGate(ReplayGate newGate) {
            return new Options(pace, newGate, hops, seed);
        }

        public Options withHops(int newHops) {
            return new Options(pace, gate, newHops, seed);
        }

        public Options withSeed(long newSeed) {
            return new Options(pace, gate, hops, newSeed);
        }
    }

    private final List<UdpSender> senders = new ArrayList<>();
    private final ReplayGate gate;
    private final Pacer pacer;
    private final Addresses destination = new Addresses();
    private boolean mixed;
    private boolean begun;

    private UdpReplay(Options options) {
        gate = options.gate();
        pacer = new Pacer(options.pace());
    }

    /// Opens the sockets.
    ///
    /// @param lines one to [#MAX_LINES]
    /// @throws FeedException if a line cannot be sent from here, with the reason and what to do
    public static UdpReplay open(List<ReplayLine> lines, Options options) throws FeedException {
        if (lines.isEmpty() || lines.size() > MAX_LINES) {
            throw new IllegalArgumentException("lines out of bounds: lines=" + lines.size() + ", min=1, max=" + MAX_LINES);
        }
        UdpReplay replay = new UdpReplay(options);
        try {
            for (int i = 0; i < lines.size(); i++) {
                Losses losses = new Losses(options.seed(), i, lines.get(i).loss());
                replay.senders.add(UdpSender.open(lines.get(i), options.hops(), losses));
            }
            return replay;
        } catch (FeedException e) {
            replay.close();
            throw e;
        }
    }

    /// Sends a capture to its end, or until [#stop] is called. May be called only once.
    ///
    /// @param progress called from time to time
    /// @throws IOException   if the capture cannot be read, or contradicts its format
    /// @throws FeedException if a packet cannot be sent
    public ReplayReport run(CaptureReader capture, Runnable progress) throws IOException {
        if (begun) {
            throw new IllegalStateException("a replay runs once");
        }
        begun = true;
        try (CapturedDatagrams datagrams = new CapturedDatagrams(capture)) {
            long shownNs = System.nanoTime();
            for (long count = 1; datagrams.next(); count++) {
                if (!send(datagrams)) {
                    break;
                }
                if (count % CLOCK_PACKETS == 0 && System.nanoTime() - shownNs > PROGRESS_NS) {
                    progress.run();
                    shownNs = System.nanoTime();
                }
            }
            return report(datagrams);
        }
    }

    /// @return false if the replay was stopped
    private boolean send(CapturedDatagrams datagrams) throws FeedException {
        boolean waited = false;
        for (int i = 0; i < senders.size(); i++) {
            UdpSender sender = senders.get(i);
            if (!sender.takes(datagrams.addresses())) {
                continue;
            }
            if (!waited && !pacer.await(datagrams.timeNs())) {
                return false;
            }
            waited = true;
            mixed |= i == 0 && isOther(datagrams.addresses());
            if (!sender.loses()) {
                gate.await(i, sender.sent());
                sender.send(datagrams.memory(), datagrams.offset(), datagrams.length());
            }
        }
        return true;
    }

    /// Whether the first line gets datagrams of more than one line of the capture.
    private boolean isOther(Addresses addresses) {
        if (destination.destinationPort == 0) {
            destination.set(addresses);
        }
        return destination.destinationPort != addresses.destinationPort
                || destination.destinationLow != addresses.destinationLow
                || destination.destinationHigh != addresses.destinationHigh;
    }

    /// Ends [#run] soon.
    public void stop() {
        pacer.stop();
    }

    public boolean isStopped() {
        return pacer.isStopped();
    }

    /// Packets sent on all lines so far; for the thread of [#run].
    public long sent() {
        return senders.stream().mapToLong(UdpSender::sent).sum();
    }

    private ReplayReport report(CapturedDatagrams datagrams) {
        TimeHistogram late = pacer.lateness();
        return new ReplayReport(senders.stream().map(sender -> new LineSent(sender.name(), sender.sent(),
                sender.sentBytes(), sender.lost())).toList(), datagrams.report(), mixed, pacer.elapsedNs(),
                late.percentileNs(0.5), late.percentileNs(0.999), late.maxNs());
    }

    @Override
    public void close() {
        senders.forEach(UdpSender::close);
    }
}
