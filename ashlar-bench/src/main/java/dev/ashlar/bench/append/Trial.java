// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.append;

import dev.ashlar.bench.Fork;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// One measurement in a JVM of its own.
///
/// @param contender who appends
/// @param work      what
/// @param promise   what becomes of it
/// @param batch     rows after which they are as promised, with [Promise#COMMIT]; else those that are at hand together
/// @param load      how they come
/// @param rows      at most
/// @param limitMs   after which no more are appended, if there are not so many yet
record Trial(Contender contender, Work work, Promise promise, int batch, Load load, long rows, long limitMs) {
    /// Starts the JVM and waits for what it measures.
    ///
    /// @param parent of the folder that it appends in, which is deleted afterwards
    /// @throws IOException if the contender fails, or reads back other than it appended
    AppendResult run(Path parent) throws IOException {
        Path folder = Files.createTempDirectory(parent, "ashlar-append");
        try {
            return AppendResult.parse(Fork.run(contender.flags(), AppendProcess.class, List.of(contender.name(),
                    work.name(), promise.name(), Integer.toString(batch), load.name(), Long.toString(rows),
                    Long.toString(limitMs), folder.toString())));
        } finally {
            Fork.delete(folder);
        }
    }
}
