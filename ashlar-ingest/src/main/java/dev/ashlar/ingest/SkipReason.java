// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest;

/// Why bytes of an input did not become messages.
public enum SkipReason {
    /// Another network protocol, such as ARP. Bytes: the packet.
    NOT_IP("packets that are not IP", false),
    /// A link type that is not supported. Bytes: the packet.
    UNKNOWN_LINK("packets of an unknown link type", true),
    /// Neither UDP nor TCP. Bytes: the packet.
    OTHER_PROTOCOL("packets that are neither UDP nor TCP", false),
    /// Impossible lengths in the link, IP, UDP or TCP header. Bytes: the packet.
    BAD_HEADER("packets with impossible headers", true),
    /// A fragment whose other parts never came, or did not fit together. Bytes: of the fragments.
    FRAGMENT("incomplete IP fragments", true),
    /// Refused by the filter. Bytes: the payload.
    FILTERED("packets refused by the filter", false),
    /// No payload: TCP acknowledgements, empty datagrams and frames. Bytes: 0.
    EMPTY("packets and frames without payload", false),
    /// The capture holds less of a packet than was on the wire. Bytes: missing.
    CUT_PACKET("packets cut short by the capture", true),
    /// A frame with an impossible length, a missing marker, a count that does not match, bytes after the last frame.
    /// Bytes: up to where splitting continued.
    BAD_FRAME("impossible frames", true),
    /// A frame that is cut short by the end of its packet, stream or file. Bytes: the part that was there.
    INCOMPLETE_MESSAGE("messages cut short", true),
    /// A TCP stream whose beginning was not captured. Bytes: 0.
    TCP_MIDSTREAM("TCP streams joined midway", false),
    /// TCP bytes that came twice. Bytes: the repeated ones.
    TCP_DUPLICATE("repeated TCP segments", false),
    /// TCP bytes that never came. Bytes: missing.
    TCP_GAP("gaps in TCP streams", true),
    /// TCP bytes that were skipped until a frame began, after a gap, an impossible frame or a start midway; or that
    /// came after the end of their stream. Bytes: these.
    TCP_UNSYNCHRONISED("TCP bytes outside frames", true),
    /// TCP bytes that were dropped because too many were waiting. Bytes: these.
    TCP_OVERFLOW("TCP bytes beyond the buffers", true),
    /// A packet that was already handed out, usually from another line, or a repeated fragment. Bytes: the payload.
    DUPLICATE_PACKET("duplicate packets of redundant lines", false),
    /// A packet that came too late for the sequence of its channel. Bytes: the payload.
    LATE_PACKET("packets too late for their sequence", true),
    /// A packet whose sequence number fits nowhere, or was another packet's. Bytes: the payload.
    STRAY_PACKET("packets out of any sequence", true),
    /// Sequence numbers that came on no line in time. Count: runs of them. Bytes: 0.
    SEQUENCE_GAP("gaps in packet sequences", true);

    private final String text;
    private final boolean loss;

    SkipReason(String text, boolean loss) {
        this.text = text;
        this.loss = loss;
    }

    /// Whether messages may have been lost for this reason.
    public boolean isLoss() {
        return loss;
    }

    /// The reason in words, in the plural.
    public String text() {
        return text;
    }
}
