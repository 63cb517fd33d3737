// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.append;

import dev.ashlar.measure.Contender;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The contenders, with their ways to append.
enum LogKind implements Contender {
    ASHLAR_ROWS("Ashlar table, row by row", ""),
    ASHLAR_BATCHES("Ashlar table, in batches", ""),
    ASHLAR_JOURNAL("Ashlar journal and its table", ""),
    ASHLAR_JOURNAL_BATCHES("Ashlar journal, in batches", ""),
    CHANNEL_BUFFERED("FileChannel, 64 KiB buffer (lost)", ""),
    CHANNEL_ROWS("FileChannel, a write a row", ""),
    CHANNEL_BATCHES("FileChannel, a write a batch", ""),
    CHRONICLE("Chronicle Queue", Flags.CHRONICLE),
    AERON("Aeron IPC, recorded", Flags.AERON);

    /// Flags of its JVMs, in addition to those of all contenders.
    private static final class Flags {
        private static final String AERON = """
                --add-opens=java.base/jdk.internal.misc=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow
                -Dagrona.disable.bounds.checks=true -Daeron.term.buffer.sparse.file=false""";
        /// Flags that its documentation lists for newer JDKs, and its switches for speed.
        private static final String CHRONICLE = """
                --sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED -Ddisable.thread.safety=true
                -Dbytes.bounds.unchecked=true -Dchronicle.analytics.disable=true -Dslf4j.internal.verbosity=ERROR
                --add-opens=java.base/jdk.internal.ref=ALL-UNNAMED --add-exports=java.base/sun.nio.ch=ALL-UNNAMED
                --add-exports=jdk.unsupported/sun.misc=ALL-UNNAMED
                --add-exports=jdk.compiler/com.sun.tools.javac.file=ALL-UNNAMED
                --add-opens=jdk.compiler/com.sun.tools.javac=ALL-UNNAMED --add-opens=java.base/java.lang=ALL-UNNAMED
                --add-opens=java.base/java.lang.reflect=ALL-UNNAMED --add-opens=java.base/java.io=ALL-UNNAMED
                --add-opens=java.base/java.util=ALL-UNNAMED --add-opens=java.base/sun.nio.ch=ALL-UNNAMED
                --add-opens=java.base/java.nio=ALL-UNNAMED""";
    }

    private final String text;
    private final List<String> flags;

    LogKind(String text, String flags) {
        this.text = text;
        this.flags = flags.isEmpty() ? List.of() : List.of(flags.split("\\s+"));
    }

    @Override
    public String text() {
        return text;
    }

    @Override
    public List<String> flags() {
        return flags;
    }

    /// Whether rows are written to the operating system when [RowLog#append] returns, so that they survive a crash of
    /// the process.
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

    /// Contenders that do the same work with the same durability; first Ashlar's, with which the others are compared.
    record Section(String title, Path place, Work work, Promise promise, int batch, boolean paced, int times,
            List<LogKind> contenders) {
        private static final int BATCH = 1_000;
        /// As a multiple of the rows of a burst: several GB, more than the system buffers before it writes.
        private static final int SUSTAINED = 10;
        /// Rows per commit in the headline: more than one, but few enough that the sync still matters.
        private static final int TELLING_BATCH = 100;
        private static final Path MEMORY = Path.of("/dev/shm");
        static final Path DISK = Path.of(System.getProperty("java.io.tmpdir"));

        String subject(LogKind contender) {
            return title + ": " + contender.text();
        }

        String ours() {
            return subject(contenders.getFirst());
        }

        /// The peers with at least the same durability.
        List<String> peers() {
            return contenders.stream().filter(contender -> !contender.isOurs()
                    && (promise != Promise.NONE || contender.keepsWhatDied())).map(this::subject).toList();
        }

        boolean isHeadline() {
            return batch != 1 && contenders.getFirst() == ASHLAR_ROWS || promise == Promise.INTERVAL
                    || promise == Promise.COMMIT && batch == TELLING_BATCH;
        }

        /// The sections; the target for rows per second applies to the first.
        static List<Section> all() {
            List<Section> sections = new ArrayList<>();
            sections.add(new Section("trade by trade, outlives the process", DISK, Work.TRADES, Promise.NONE, BATCH, false, 1,
                    List.of(ASHLAR_ROWS, CHANNEL_ROWS, CHRONICLE, AERON, CHANNEL_BUFFERED)));
            sections.add(new Section("1,000 trades at once, outlives the process", DISK, Work.TRADES, Promise.NONE, BATCH, false, 1,
                    List.of(ASHLAR_BATCHES, CHANNEL_BATCHES)));
            sections.add(new Section("message by message, outlives the process", DISK, Work.QUOTES, Promise.NONE, BATCH, false, 1,
                    List.of(ASHLAR_ROWS, ASHLAR_JOURNAL, CHANNEL_ROWS, CHRONICLE, AERON, CHANNEL_BUFFERED)));
            sections.add(new Section("1,000 messages at once, outlives the process", DISK, Work.QUOTES, Promise.NONE, BATCH, false, 1,
                    List.of(ASHLAR_BATCHES, ASHLAR_JOURNAL_BATCHES, CHANNEL_BATCHES)));
            if (Files.isWritable(MEMORY)) {
                sections.add(new Section("trade by trade, on tmpfs", MEMORY, Work.TRADES, Promise.NONE, BATCH, false, 0,
                        List.of(ASHLAR_ROWS, CHANNEL_ROWS, CHRONICLE, AERON)));
            }
            sections.add(new Section("trade by trade, synced every 100 ms", DISK, Work.TRADES, Promise.INTERVAL, BATCH, false, 1,
                    List.of(ASHLAR_ROWS, CHANNEL_BATCHES, CHRONICLE)));
            sections.add(new Section("1,000 trades at once, synced every 100 ms", DISK, Work.TRADES, Promise.INTERVAL, BATCH, false,
                    1, List.of(ASHLAR_BATCHES, CHANNEL_BATCHES)));
            for (int batch : new int[] {1, TELLING_BATCH, 10_000}) {
                sections.add(new Section("%,d trade%s a commit, synced before it returns".formatted(batch, batch == 1 ? "" : "s"),
                        DISK, Work.TRADES, Promise.COMMIT, batch, false, 1,
                        List.of(ASHLAR_BATCHES, ASHLAR_JOURNAL_BATCHES, CHANNEL_BATCHES, CHRONICLE, AERON)));
            }
            sections.add(new Section("trade by trade, sustained", DISK, Work.TRADES, Promise.NONE, BATCH, false, SUSTAINED,
                    List.of(ASHLAR_ROWS, CHANNEL_BATCHES, CHRONICLE)));
            sections.add(new Section("1,000 trades at once, sustained", DISK, Work.TRADES, Promise.NONE, BATCH, false, SUSTAINED,
                    List.of(ASHLAR_BATCHES, CHANNEL_BATCHES)));
            sections.add(new Section("a trade each µs, outlives the process", DISK, Work.TRADES, Promise.NONE, 1, true, 1,
                    List.of(ASHLAR_ROWS, CHANNEL_ROWS, CHRONICLE, AERON)));
            return sections;
        }
    }
}
