// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.ring;

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
        if (contender == Contender.ASHLAR) {
            RingFile.create(file, 1, Pipe.CAPACITY * AshlarPipe.RECORD_BYTES);
        } else {
            Files.write(file, new byte[AgronaPipe.BYTES]);
        }
    }

    /// Opens a file that is there, until this process ends.
    static Pipe open(Contender contender, Path file) throws IOException {
        if (contender == Contender.ASHLAR) {
            return new AshlarPipe(RingFile.open(file).lanes());
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return new AgronaPipe(1, channel.map(MapMode.READ_WRITE, 0, AgronaPipe.BYTES));
        }
    }
}
