// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.capture;

import dev.ashlar.ingest.CaptureFormatException;
import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.ZipException;

/// The bytes of a file or stream, some of them at a time in one buffer.
///
/// The input is read, never mapped: truncating a file that is being read causes an early end, not a fault, and
/// compressed and piped inputs are read in the same way. The buffer holds the bytes from [#offset()] on; [#require]
/// brings more of them in, which moves them. Bytes that are not needed are skipped by seeking, if the input can.
public final class ByteSource implements AutoCloseable {
    private static final int INITIAL_CAPACITY = 1 << 20;

    private final String name;
    private final ReadableByteChannel channel;
    private final Arena arena = Arena.ofShared();
    private MemorySegment memory = arena.allocate(INITIAL_CAPACITY);
    private ByteBuffer view = memory.asByteBuffer();
    private long bufferPosition;
    private int head;
    private int tail;
    private boolean ended;
    private boolean cut;
    private ZipException failure;

    private ByteSource(ReadableByteChannel channel, String name) {
        this.channel = channel;
        this.name = name;
    }

    /// Opens a file, which a thread of its own decompresses if need be; `-` is standard input.
    public static ByteSource open(Path path) throws IOException {
        if (path.toString().equals("-")) {
            return open(new FileInputStream(FileDescriptor.in), "standard input");
        }
        if (Files.isDirectory(path)) {
            throw new FileSystemException(path.toString(), null, "is a folder, not a capture or raw file");
        }
        if (!Files.isRegularFile(path)) {
            return open(Files.newInputStream(path), path.toString());
        }
        FileChannel file = FileChannel.open(path, StandardOpenOption.READ);
        try {
            ByteBuffer magic = ByteBuffer.allocate(2);
            file.read(magic, 0);
            if (magic.position() == 2 && isGzip(magic.get(0), magic.get(1))) {
                return new ByteSource(new AheadChannel(gunzip(Channels.newInputStream(file), path.toString())),
                        path.toString());
            }
            return new ByteSource(file, path.toString());
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    /// Opens a stream, and owns it from now on.
    public static ByteSource open(InputStream input, String name) throws IOException {
        try {
            PushbackInputStream start = new PushbackInputStream(input, 2);
            byte[] magic = new byte[2];
            int length = start.readNBytes(magic, 0, 2);
            start.unread(magic, 0, length);
            if (length < 2 || !isGzip(magic[0], magic[1])) {
                return new ByteSource(Channels.newChannel(start), name);
            }
            return new ByteSource(Channels.newChannel(gunzip(start, name)), name);
        } catch (IOException | RuntimeException e) {
            input.close();
            throw e;
        }
    }

    private static InputStream gunzip(InputStream input, String name) throws IOException {
        try {
            return new GzipInput(input);
        } catch (EOFException | ZipException e) {
            throw new CaptureFormatException("gzip header damaged: " + e.getMessage(), name, 0);
        }
    }

    private static boolean isGzip(byte first, byte second) {
        return first == 0x1F && second == (byte) 0x8B;
    }

    /// Name of the input, for messages.
    public String name() {
        return name;
    }

    /// Byte position, in the decompressed input, of the byte at [#offset()].
    public long position() {
        return bufferPosition + head;
    }

    /// The buffer; another one after [#require].
    public MemorySegment memory() {
        return memory;
    }

    /// Where in the buffer the current byte stands.
    public int offset() {
        return head;
    }

    /// Bytes in the buffer from [#offset()] on.
    public int available() {
        return tail - head;
    }

    /// Called when all bytes were used: whether the input ended inside a compressed block.
    ///
    /// @throws CaptureFormatException if it did not end, but the rest is damaged
    public boolean isCut() {
        if (failure != null) {
            throw new CaptureFormatException("gzip block damaged: " + failure.getMessage()
                    + "; what came before it was read", name, bufferPosition + tail);
        }
        return cut;
    }

    /// Brings at least `length` bytes into the buffer if the input has them.
    ///
    /// @return bytes available, fewer than `length` only at the end of the input
    public int require(int length) throws IOException {
        if (tail - head < length && !ended) {
            fill(length);
        }
        return tail - head;
    }

    /// Goes on by `length` bytes that are in the buffer.
    public void advance(int length) {
        assert length >= 0 && length <= tail - head;
        head += length;
    }

    /// Goes on by `length` bytes, in the buffer or not.
    ///
    /// @return bytes passed, fewer than `length` only at the end of the input
    public long skip(long length) throws IOException {
        long rest = length - (tail - head);
        if (rest <= 0) {
            head += (int) length;
            return length;
        }
        bufferPosition += tail;
        head = 0;
        tail = 0;
        if (channel instanceof FileChannel file && !ended) {
            long possible = Math.clamp(file.size() - file.position(), 0, rest);
            file.position(file.position() + possible);
            bufferPosition += possible;
            ended = possible < rest;
            return length - rest + possible;
        }
        while (rest > 0 && require(1) > 0) {
            int step = (int) Math.min(rest, tail - head);
            head += step;
            rest -= step;
        }
        return length - rest;
    }

    private void fill(int length) throws IOException {
        if (head > 0) {
            MemorySegment.copy(memory, head, memory, 0, tail - head);
            bufferPosition += head;
            tail -= head;
            head = 0;
        }
        if (length > memory.byteSize()) {
            MemorySegment larger = arena.allocate(Integer.highestOneBit(length - 1) * 2L);
            MemorySegment.copy(memory, 0, larger, 0, tail);
            memory = larger;
            view = larger.asByteBuffer();
        }
        view.limit(view.capacity()).position(tail);
        while (!ended && tail < length) {
            ended = !read();
            tail = view.position();
        }
    }

    private boolean read() throws IOException {
        try {
            return channel.read(view) >= 0;
        } catch (EOFException e) {
            cut = true;
            return false;
        } catch (ZipException e) {
            failure = e;
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        if (arena.scope().isAlive()) {
            arena.close();
        }
        channel.close();
    }
}
