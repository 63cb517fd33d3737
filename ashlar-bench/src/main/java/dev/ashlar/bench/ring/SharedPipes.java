// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.ring;

import dev.ashlar.flow.FixedRingFile;
import dev.ashlar.flow.RingFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// Queues in mapped files, for two processes.
final class SharedPipes {
    private static final Path IN_MEMORY = Path.of("/dev/shm");

    private SharedPipes() {
    }

    /// A folder whose files are in memory, where the system has one.
    static Path folder() throws IOException {
        return Files.isWritable(IN_MEMORY) ? Files.createTempDirectory(IN_MEMORY, "ashlar-ring")
                : Files.createTempDirectory("ashlar-ring");
    }

    static void create(Contender contender, Path file) throws IOException {
        switch (contender) {
            case ASHLAR -> RingFile.create(file, 1, Pipe.CAPACITY * AshlarPipe.RECORD_BYTES);
            case ASHLAR_FIXED -> FixedRingFile.create(file, Pipe.CAPACITY, Long.BYTES);
            default -> Files.write(file, new byte[AgronaPipe.BYTES]);
        }
    }

    /// Opens a file that is there, until this process ends.
    static Pipe open(Contender contender, Path file) throws IOException {
        return switch (contender) {
            case ASHLAR -> new AshlarPipe(RingFile.open(file).lanes());
            case ASHLAR_FIXED -> new FixedPipe(FixedRingFile.open(file).ring());
            default -> agrona(file);
        };
    }

    private static Pipe agrona(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return new AgronaPipe(1, channel.map(MapMode.READ_WRITE, 0, AgronaPipe.BYTES));
        }
    }
}
