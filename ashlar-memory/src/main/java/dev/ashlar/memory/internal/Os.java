// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal;

import dev.ashlar.memory.Advice;
import dev.ashlar.memory.Residence;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// System calls that plain Java does not offer. The system may refuse any of them: the defaults here are those of a
/// system that refuses all, and everything works on such a system.
public interface Os {
    /// The current system: Linux, where native access is enabled for this module. Elsewhere nothing is called and
    /// nothing is printed.
    static Os current() {
        return Os.class.getModule().isNativeAccessEnabled() && Files.exists(Smaps.FILE) ? LinuxOs.instance()
                : new Os() { };
    }

    /// Gives advice about memory.
    ///
    /// @return whether the system took it
    default boolean advise(MemorySegment memory, Advice advice) {
        return false;
    }

    /// Keeps memory in RAM.
    ///
    /// @return whether the system does
    default boolean lock(MemorySegment memory) {
        return false;
    }

    /// Takes space for a range of a file, which gets longer if it ends before.
    ///
    /// @return whether it was taken; false if the system or file system cannot
    /// @throws IOException if there is no such space
    default boolean fallocate(Path file, long offset, long bytes) throws IOException {
        return false;
    }

    /// Bytes that a file takes on the disk, holes not counted; -1 where the system does not tell.
    default long allocatedBytes(Path file) {
        return -1;
    }

    /// Maps anonymous memory, all zero.
    ///
    /// @param reserve whether its pages are taken at once
    /// @return the memory, or null if the system cannot
    /// @throws IOException if there is no such space
    default MemorySegment mapAnonymous(long bytes, boolean reserve, boolean hugePages, Arena arena)
            throws IOException {
        return null;
    }

    /// Bytes of a page.
    default int pageBytes() {
        return 4096;
    }

    /// Bytes that could be taken without others losing theirs, within the limits of a container; without bound where
    /// the system does not tell.
    default long availableBytes() {
        return AvailableMemory.bytes(Path.of("/"));
    }

    /// What of these extents is in RAM; empty where the system does not tell. Plain Java can read it on Linux.
    default Optional<Residence> residence(List<Extent> extents) {
        return Smaps.residence(extents);
    }
}
