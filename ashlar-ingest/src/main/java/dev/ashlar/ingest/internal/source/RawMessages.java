// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.source;

import dev.ashlar.ingest.CaptureFormatException;
import dev.ashlar.ingest.IngestReport;
import dev.ashlar.ingest.MessageHandler;
import dev.ashlar.ingest.MessageSource;
import dev.ashlar.ingest.SkipReason;
import dev.ashlar.ingest.SourceOptions;
import dev.ashlar.ingest.internal.capture.ByteSource;
import dev.ashlar.ingest.internal.framing.SourceContext;
import dev.ashlar.ingest.internal.framing.SourceCounts;
import dev.ashlar.ingest.internal.framing.Splitter;
import dev.ashlar.sbe.framing.FrameLayout;
import java.io.IOException;
import java.util.List;

/// The messages of a raw binary file: frames from its first byte to its last.
public final class RawMessages implements MessageSource {
    private static final int STEP_LENGTH = 1 << 16;

    private final ByteSource source;
    private final FrameLayout layout;
    private final int maxMessageLength;
    private final SourceContext context = new SourceContext();
    private final SourceCounts counts = new SourceCounts(context);
    private final Splitter splitter;
    private int wanted = STEP_LENGTH;
    private long truncatedAt = -1;
    private boolean finished;

    public RawMessages(ByteSource source, SourceOptions options) {
        this.source = source;
        this.layout = options.framing().stream();
        this.maxMessageLength = options.maxMessageLength();
        this.splitter = new Splitter(options.framing(), maxMessageLength, context, counts);
    }

    @Override
    public boolean poll(MessageHandler handler) throws IOException {
        if (finished) {
            return false;
        }
        int available = source.require(wanted);
        boolean last = available < wanted;
        long start = source.offset();
        context.filePosition = source.position();
        long at = splitter.split(layout, source.memory(), start, start + available, Long.MAX_VALUE, last, handler);
        source.advance((int) (at - start));
        context.filePosition = source.position();
        context.frameOffset = 0;
        if (splitter.foundImpossible()) {
            finished = true;
            throw new CaptureFormatException("no frame can begin here: maxMessageLength=" + maxMessageLength
                    + "; check the framing, and that the file is raw messages", source.name(), source.position());
        }
        if (last) {
            finish();
            return false;
        }
        wanted = wanted(available - (int) (at - start));
        return true;
    }

    /// Number of bytes that the next step needs: more than there are, and the whole of the next frame.
    private int wanted(int rest) {
        long length = rest == 0 ? 0 : layout.frameLength(source.memory(), source.offset(), rest);
        return (int) Math.max(rest + STEP_LENGTH, length <= maxMessageLength ? length + layout.align() : 0);
    }

    private void finish() {
        finished = true;
        int rest = source.available();
        if (rest > 0 || source.isCut()) {
            truncatedAt = source.position() + rest;
        }
        if (rest > 0) {
            counts.skip(SkipReason.INCOMPLETE_MESSAGE, rest);
            source.advance(rest);
        }
        source.isCut();
    }

    @Override
    public IngestReport report() {
        return counts.report(List.of(source.name()), 0, source.position(), truncatedAt, 0, List.of());
    }

    @Override
    public void close() throws IOException {
        finished = true;
        source.close();
    }
}
