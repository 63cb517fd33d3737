// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.ashlar.memory.Advice;
import java.io.IOException;
import java.lang.foreign.AddressLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.HexFormat;

/// Linux, through libc. Made only where native access is enabled for this module.
///
/// **Threading**: any. None of the calls is on a path that must not allocate.
@SuppressWarnings("restricted")
final class LinuxOs implements Os {
    private static final int PROT_READ_WRITE = 1 | 2;
    private static final int MAP_PRIVATE = 0x02;
    private static final int MAP_ANONYMOUS = 0x20;
    private static final int MAP_NORESERVE = 0x4000;
    private static final int O_RDWR = 2;
    private static final int O_CLOEXEC = 0x80000;
    private static final int ENOSYS = 38;
    private static final int EOPNOTSUPP = 95;
    private static final int EINVAL = 22;
    private static final int SC_PAGESIZE = 30;
    private static final int AT_FDCWD = -100;
    private static final int STATX_BLOCKS = 0x400;
    /// `struct statx` is the same on all machines: its length, where the number of blocks lies, and bytes of a block.
    private static final int STATX_BYTES = 256;
    private static final int STATX_BLOCKS_OFFSET = 48;
    private static final int STATX_BLOCK_BYTES = 512;
    private static final long HUGE_PAGE_BYTES = 2L << 20;

    private static LinuxOs instance;

    private final NativeCall madvise = NativeCall.of("madvise", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG,
            JAVA_INT));
    private final NativeCall mlock = NativeCall.of("mlock", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG));
    private final NativeCall munmap = NativeCall.of("munmap", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG));
    private final NativeCall mmap = NativeCall.of("mmap",
            FunctionDescriptor.of(ADDRESS, ADDRESS, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG));
    private final NativeCall open = NativeCall.of("open", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT),
            Linker.Option.firstVariadicArg(2));
    private final NativeCall fallocate =
            NativeCall.of("fallocate", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG));
    private final NativeCall close = NativeCall.of("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT));
    private final NativeCall strerror = NativeCall.withoutErrno("strerror", FunctionDescriptor.of(text(), JAVA_INT));
    private final NativeCall statx = NativeCall.of("statx", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT,
            JAVA_INT, ADDRESS));
    private final NativeCall sysconf = NativeCall.of("sysconf", FunctionDescriptor.of(JAVA_LONG, JAVA_INT));
    /// 0 while nobody has asked.
    private int pageBytes;

    private LinuxOs() {
    }

    static synchronized LinuxOs instance() {
        if (instance == null) {
            instance = new LinuxOs();
        }
        return instance;
    }

    @Override
    public boolean advise(MemorySegment memory, Advice advice) {
        return madvise(memory, advice) == 0;
    }

    @Override
    public boolean lock(MemorySegment memory) {
        try (Arena arena = Arena.ofConfined()) {
            return 0 == (int) mlock.handle().invokeExact(arena.allocate(NativeCall.ERRNO), memory, memory.byteSize());
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    @Override
    public boolean fallocate(Path file, long offset, long bytes) throws IOException {
        int error;
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(NativeCall.ERRNO);
            MemorySegment path = nameOf(file, arena);
            int descriptor = (int) open.handle().invokeExact(state, path, O_RDWR | O_CLOEXEC, 0);
            if (descriptor < 0) {
                return false;
            }
            int answer = (int) fallocate.handle().invokeExact(state, descriptor, 0, offset, bytes);
            error = answer == 0 ? 0 : errno(state);
            int ignored = (int) close.handle().invokeExact(state, descriptor);
        } catch (Throwable e) {
            throw broken(e);
        }
        if (error != 0 && error != EOPNOTSUPP && error != ENOSYS && error != EINVAL) {
            throw new IOException("fallocate: " + message(error));
        }
        return error == 0;
    }

    @Override
    public long allocatedBytes(Path file) {
        if (!statx.isThere()) {
            return -1;
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment answer = arena.allocate(STATX_BYTES, Long.BYTES);
            MemorySegment path = nameOf(file, arena);
            int result = (int) statx.handle().invokeExact(arena.allocate(NativeCall.ERRNO), AT_FDCWD, path, 0,
                    STATX_BLOCKS, answer);
            return result == 0 ? answer.get(JAVA_LONG, STATX_BLOCKS_OFFSET) * STATX_BLOCK_BYTES : -1;
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    @Override
    public MemorySegment mapAnonymous(long bytes, boolean reserve, boolean hugePages, Arena arena)
            throws IOException {
        // A huge page needs its alignment, which the system does not promise: map a little more and begin within.
        long mapped = hugePages ? bytes + HUGE_PAGE_BYTES : bytes;
        MemorySegment base;
        try (Arena scratch = Arena.ofConfined()) {
            MemorySegment state = scratch.allocate(NativeCall.ERRNO);
            base = (MemorySegment) mmap.handle().invokeExact(state, MemorySegment.NULL, mapped, PROT_READ_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0L);
            if (base.address() == -1) {
                throw new IOException("mmap: " + message(errno(state)));
            }
        } catch (IOException e) {
            throw e;
        } catch (Throwable e) {
            throw broken(e);
        }
        MemorySegment all = base.reinterpret(mapped, arena, this::unmap);
        long start = hugePages ? -base.address() & HUGE_PAGE_BYTES - 1 : 0;
        MemorySegment memory = all.asSlice(start, bytes);
        if (hugePages) {
            advise(memory, Advice.HUGEPAGE);
        }
        int error = reserve ? madvise(memory, Advice.POPULATE_WRITE) : 0;
        if (error == EINVAL) {
            // A kernel older than 5.14: writing takes the pages, at the risk that its memory runs out.
            memory.fill((byte) 0);
        } else if (error != 0) {
            throw new IOException("madvise: " + message(error));
        }
        return memory;
    }

    @Override
    public synchronized int pageBytes() {
        if (pageBytes == 0) {
            try (Arena arena = Arena.ofConfined()) {
                pageBytes = (int) (long) sysconf.handle().invokeExact(arena.allocate(NativeCall.ERRNO), SC_PAGESIZE);
            } catch (Throwable e) {
                throw broken(e);
            }
        }
        return pageBytes;
    }

    /// The bytes of a file's name. They depend on the locale, which may have no characters for some; the JDK shows them
    /// only in URIs.
    private static MemorySegment nameOf(Path file, Arena arena) {
        String escaped = file.toUri().getRawPath();
        MemorySegment name = arena.allocate(escaped.length() + 1L);
        int length = 0;
        for (int at = 0; at < escaped.length(); at++) {
            int value = escaped.charAt(at);
            if (value == '%') {
                value = HexFormat.fromHexDigits(escaped, at + 1, at + 3);
                at += 2;
            }
            name.set(JAVA_BYTE, length++, (byte) value);
        }
        return name;
    }

    private int madvise(MemorySegment memory, Advice advice) {
        int number = switch (advice) {
            case RANDOM -> 1;
            case SEQUENTIAL -> 2;
            case WILLNEED -> 3;
            case DONTNEED -> 4;
            case HUGEPAGE -> 14;
            case POPULATE_WRITE -> 23;
        };
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(NativeCall.ERRNO);
            int answer = (int) madvise.handle().invokeExact(state, memory, memory.byteSize(), number);
            return answer == 0 ? 0 : errno(state);
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    private void unmap(MemorySegment memory) {
        try (Arena arena = Arena.ofConfined()) {
            int ignored = (int) munmap.handle().invokeExact(arena.allocate(NativeCall.ERRNO), memory,
                    memory.byteSize());
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    private String message(int error) {
        try {
            return ((MemorySegment) strerror.handle().invokeExact(error)).getString(0) + " (errno " + error + ")";
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    private static int errno(MemorySegment state) {
        return state.get(JAVA_INT, NativeCall.ERRNO.byteOffset(MemoryLayout.PathElement.groupElement("errno")));
    }

    private static AddressLayout text() {
        return ADDRESS.withTargetLayout(MemoryLayout.sequenceLayout(256, JAVA_BYTE));
    }

    /// The calls themselves throw nothing; what they may pass on is a closed pool.
    private static RuntimeException broken(Throwable e) {
        return e instanceof RuntimeException known ? known : new IllegalStateException("call to libc failed", e);
    }
}
