// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.append;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Who appends, and how.
enum Contender {
    ASHLAR_ROWS("Ashlar table, row by row", List.of()),
    ASHLAR_BATCHES("Ashlar table, in batches", List.of()),
    ASHLAR_JOURNAL("Ashlar journal and its table", List.of()),
    ASHLAR_JOURNAL_BATCHES("Ashlar journal, in batches", List.of()),
    CHANNEL_BUFFERED("FileChannel, 64 KiB buffer (lost)", List.of()),
    CHANNEL_ROWS("FileChannel, a write a row", List.of()),
    CHANNEL_BATCHES("FileChannel, a write a batch", List.of()),
    CHRONICLE("Chronicle Queue", Flags.CHRONICLE),
    AERON("Aeron IPC, recorded", Flags.AERON);

    /// What each JVM is started with beyond the flags of all.
    private static final class Flags {
        private static final List<String> AERON = List.of("--add-opens", "java.base/jdk.internal.misc=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow", "-Dagrona.disable.bounds.checks=true",
                "-Daeron.term.buffer.sparse.file=false");
        private static final List<String> CHRONICLE = chronicle();

        /// What its documentation lists for newer JDKs, and its switches for speed.
        private static List<String> chronicle() {
            List<String> flags = new ArrayList<>(List.of("--sun-misc-unsafe-memory-access=allow",
                    "--enable-native-access=ALL-UNNAMED", "-Ddisable.thread.safety=true",
                    "-Dbytes.bounds.unchecked=true", "-Dchronicle.analytics.disable=true",
                    "-Dslf4j.internal.verbosity=ERROR"));
            flags.addAll(List.of("--add-opens", "java.base/jdk.internal.ref=ALL-UNNAMED"));
            for (String exported : List.of("java.base/sun.nio.ch", "jdk.unsupported/sun.misc",
                    "jdk.compiler/com.sun.tools.javac.file")) {
                flags.addAll(List.of("--add-exports", exported + "=ALL-UNNAMED"));
            }
            for (String opened : List.of("jdk.compiler/com.sun.tools.javac", "java.base/java.lang",
                    "java.base/java.lang.reflect", "java.base/java.io", "java.base/java.util", "java.base/sun.nio.ch",
                    "java.base/java.nio")) {
                flags.addAll(List.of("--add-opens", opened + "=ALL-UNNAMED"));
            }
            return List.copyOf(flags);
        }
    }

    private final String label;
    private final List<String> flags;

    Contender(String label, List<String> flags) {
        this.label = label;
        this.flags = flags;
    }

    String label() {
        return label;
    }

    List<String> flags() {
        return flags;
    }

    boolean isOurs() {
        return name().startsWith("ASHLAR");
    }

    /// Whether rows are with the system when [RowLog#append] returns, so that they outlive the process.
    boolean keepsWhatDied() {
        return this != CHANNEL_BUFFERED;
    }

    RowLog open(Path folder, Work work, Promise promise) throws IOException {
        return switch (this) {
            case ASHLAR_ROWS -> new StoreLog(folder, work, StoreLog.Way.ROWS, promise);
            case ASHLAR_BATCHES -> new StoreLog(folder, work, StoreLog.Way.BATCHES, promise);
            case ASHLAR_JOURNAL -> new JournalLog(folder, work, false, promise);
            case ASHLAR_JOURNAL_BATCHES -> new JournalLog(folder, work, true, promise);
            case CHANNEL_BUFFERED -> new ChannelLog(folder, work, ChannelLog.Way.BUFFERED);
            case CHANNEL_ROWS -> new ChannelLog(folder, work, ChannelLog.Way.ROWS);
            case CHANNEL_BATCHES -> new ChannelLog(folder, work, ChannelLog.Way.BATCHES);
            case CHRONICLE -> new ChronicleLog(folder, work, promise);
            case AERON -> new AeronLog(folder, work, promise);
        };
    }
}
