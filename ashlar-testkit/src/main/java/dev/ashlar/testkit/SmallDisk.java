// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.testkit;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// A real file system that is quickly full: a tmpfs of a few pages, mounted for a test. Mounting requires root on
/// Linux; otherwise the test is skipped.
public final class SmallDisk implements AutoCloseable {
    private static final int PAGE = 4096;
    private static final String FILLER = ".filler";

    private final Path folder;

    private SmallDisk(Path folder) {
        this.folder = folder;
    }

    /// Mounts a disk on an empty folder.
    public static SmallDisk mount(Path folder, int pages) {
        assumeTrue(HostCommand.run("mount", "-t", "tmpfs", "-o", "size=" + pages * PAGE, "tmpfs", folder.toString()),
                "a small disk cannot be mounted here");
        return new SmallDisk(folder);
    }

    public Path folder() {
        return folder;
    }

    /// Fills the disk except for this many pages, not counting folders; replaces the previous filling.
    public void leave(int pages) throws IOException {
        Path filler = folder.resolve(FILLER);
        Files.deleteIfExists(filler);
        long free = Files.getFileStore(folder).getUsableSpace() / PAGE;
        Files.write(filler, new byte[(int) Math.max(0, free - pages) * PAGE]);
    }

    /// The contents of the files on the disk, by name.
    public Map<String, String> files() throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                if (!file.endsWith(FILLER)) {
                    files.put(folder.relativize(file).toString(),
                            Files.readString(file, StandardCharsets.ISO_8859_1));
                }
            }
        }
        return files;
    }

    @Override
    public void close() {
        HostCommand.unmount(folder.toString());
    }
}
