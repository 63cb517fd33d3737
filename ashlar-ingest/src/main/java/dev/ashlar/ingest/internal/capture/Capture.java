// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.capture;

import dev.ashlar.ingest.CaptureFormatException;
import dev.ashlar.ingest.CaptureReader;
import dev.ashlar.ingest.MessageContext;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// What readers of both formats share: the current packet, and the end of the input.
public abstract sealed class Capture implements CaptureReader permits PcapCapture, PcapngCapture {
    /// No packet or block is longer; what claims to be is damage.
    static final int MAX_RECORD_LENGTH = 16 << 20;

    protected final ByteSource source;
    protected long timeNs = MessageContext.NO_TIME;
    protected int linkType;
    protected int interfaceIndex;
    protected int length;
    protected long wireLength;
    private int dataOffset;
    private int recordLength;
    private long position;
    private long index = -1;
    private long truncatedAt = -1;
    private boolean ended;

    protected Capture(ByteSource source) {
        this.source = source;
    }

    @Override
    public final boolean next() throws IOException {
        if (!ended) {
            source.advance(recordLength);
            recordLength = 0;
            if (truncatedAt < 0 && readPacket()) {
                index++;
                return true;
            }
            ended = true;
            length = 0;
            if (source.isCut() && truncatedAt < 0) {
                truncatedAt = source.position() + source.available();
            }
        }
        return false;
    }

    /// Finds the next packet and calls [#packet], or returns false at the end, clean or not.
    protected abstract boolean readPacket() throws IOException;

    /// Sets the packet's place: `headerLength` bytes behind the current position.
    protected final void packet(int headerLength, int packetLength, int packetRecordLength) {
        position = source.position();
        dataOffset = headerLength;
        length = packetLength;
        recordLength = Math.min(packetRecordLength, source.available());
    }

    /// Remembers that the input ends inside the current record, with all the bytes it has in the buffer.
    protected final void truncated() {
        truncatedAt = source.position() + source.available();
    }

    protected final CaptureFormatException damaged(String what) {
        ended = true;
        return new CaptureFormatException(what + "; the capture is damaged here, what came before was read",
                source.name(), source.position());
    }

    @Override
    public final long bytesRead() {
        return truncatedAt >= 0 ? truncatedAt : source.position() + recordLength;
    }

    @Override
    public final List<String> names() {
        return List.of(source.name());
    }

    @Override
    public final int input() {
        return 0;
    }

    @Override
    public final long packets() {
        return index + 1;
    }

    @Override
    public final long disordered() {
        return 0;
    }

    @Override
    public final long index() {
        return index;
    }

    @Override
    public final long position() {
        return position;
    }

    @Override
    public final long timeNs() {
        return timeNs;
    }

    @Override
    public final int linkType() {
        return linkType;
    }

    @Override
    public final int interfaceIndex() {
        return interfaceIndex;
    }

    @Override
    public final MemorySegment memory() {
        return source.memory();
    }

    @Override
    public final long offset() {
        return (long) source.offset() + dataOffset;
    }

    @Override
    public final int length() {
        return length;
    }

    @Override
    public final long wireLength() {
        return wireLength;
    }

    @Override
    public final long truncatedAt() {
        return truncatedAt;
    }

    @Override
    public final void close() throws IOException {
        ended = true;
        source.close();
    }
}
