// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.capture;

import dev.ashlar.ingest.CaptureFormatException;
import dev.ashlar.ingest.CaptureReader;
import dev.ashlar.ingest.MessageContext;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.ToLongFunction;

/// Several captures read as one: of the packets that are next in each, the earliest.
///
/// Every input stands at its next packet, in a queue by time and then number. A time that goes back counts as the one
/// before it, so that the input's packets stay together.
public final class MergedCapture implements CaptureReader {
    private final List<Input> inputs = new ArrayList<>();
    private final PriorityQueue<Input> queue = new PriorityQueue<>(
            Comparator.comparingLong((Input input) -> input.dueNs).thenComparingInt(input -> input.number));
    private Input current;
    private CaptureFormatException failure;
    private boolean started;
    private long latestNs = Long.MIN_VALUE;
    private long disordered;

    /// One capture, and when its next packet is due.
    private static final class Input {
        final CaptureReader reader;
        final int number;
        long dueNs = Long.MIN_VALUE;

        Input(CaptureReader reader, int number) {
            this.reader = reader;
            this.number = number;
        }
    }

    public MergedCapture(List<CaptureReader> readers) {
        if (readers.isEmpty() || readers.size() > MAX_INPUTS) {
            throw new IllegalArgumentException("inputs=" + readers.size() + ", min=1, max=" + MAX_INPUTS);
        }
        for (CaptureReader reader : readers) {
            inputs.add(new Input(reader, inputs.size()));
        }
        current = inputs.getFirst();
    }

    /// Opens all, or none.
    public static MergedCapture open(List<Path> paths) throws IOException {
        List<CaptureReader> readers = new ArrayList<>();
        try {
            if (paths.size() <= MAX_INPUTS) {
                for (Path path : paths) {
                    readers.add(Captures.openOrClose(ByteSource.open(path)));
                }
                return new MergedCapture(readers);
            }
        } catch (IOException | RuntimeException e) {
            closeAll(readers);
            throw e;
        }
        throw new IllegalArgumentException("inputs=" + paths.size() + ", min=1, max=" + MAX_INPUTS);
    }

    @Override
    public boolean next() throws IOException {
        if (started) {
            advance(current);
        } else {
            started = true;
            for (Input input : inputs) {
                advance(input);
            }
        }
        Input next = queue.poll();
        if (next == null) {
            if (failure != null) {
                CaptureFormatException first = failure;
                failure = null;
                throw first;
            }
            return false;
        }
        current = next;
        long timeNs = next.reader.timeNs();
        if (timeNs != MessageContext.NO_TIME) {
            disordered += timeNs < latestNs ? 1 : 0;
            latestNs = Math.max(latestNs, timeNs);
        }
        return true;
    }

    /// Goes to the input's next packet and queues it; nothing if there is none.
    private void advance(Input input) throws IOException {
        try {
            if (input.reader.next()) {
                input.dueNs = Math.max(input.dueNs, input.reader.timeNs());
                queue.add(input);
            }
        } catch (CaptureFormatException e) {
            failure = failure == null ? e : failure;
        }
    }

    @Override
    public List<String> names() {
        return inputs.stream().flatMap(input -> input.reader.names().stream()).toList();
    }

    @Override
    public int input() {
        return current.number;
    }

    @Override
    public long packets() {
        // Those that wait in the queue were read, but not given.
        return sum(CaptureReader::packets) - queue.size();
    }

    @Override
    public long bytesRead() {
        return sum(CaptureReader::bytesRead);
    }

    @Override
    public long disordered() {
        return disordered;
    }

    /// Of the first input that ends too early.
    @Override
    public long truncatedAt() {
        return inputs.stream().mapToLong(input -> input.reader.truncatedAt()).filter(at -> at >= 0).findFirst()
                .orElse(-1);
    }

    private long sum(ToLongFunction<CaptureReader> part) {
        return inputs.stream().mapToLong(input -> part.applyAsLong(input.reader)).sum();
    }

    @Override
    public long index() {
        return current.reader.index();
    }

    @Override
    public long position() {
        return current.reader.position();
    }

    @Override
    public long timeNs() {
        return current.reader.timeNs();
    }

    @Override
    public int linkType() {
        return current.reader.linkType();
    }

    @Override
    public int interfaceIndex() {
        return current.reader.interfaceIndex();
    }

    @Override
    public MemorySegment memory() {
        return current.reader.memory();
    }

    @Override
    public long offset() {
        return current.reader.offset();
    }

    @Override
    public int length() {
        return current.reader.length();
    }

    @Override
    public long wireLength() {
        return current.reader.wireLength();
    }

    @Override
    public void close() throws IOException {
        queue.clear();
        closeAll(inputs.stream().map(input -> input.reader).toList());
    }

    private static void closeAll(List<CaptureReader> readers) throws IOException {
        IOException failure = null;
        for (CaptureReader reader : readers) {
            try {
                reader.close();
            } catch (IOException e) {
                failure = e;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
