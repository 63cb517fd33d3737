// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.formats;

import dev.ashlar.flow.FixedLengthRingFile;
import dev.ashlar.flow.ManyToOneRingFile;
import dev.ashlar.flow.MessageQueue;
import dev.ashlar.flow.OneToOneRingFile;
import dev.ashlar.flow.QueueProducer;
import dev.ashlar.flow.SeqlockCell;
import dev.ashlar.flow.Syncs;
import dev.ashlar.flow.VersionedCell;
import dev.ashlar.flow.VersionedCellWriter;
import dev.ashlar.store.internal.v1.file.StoreId;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/// Makes the conformance kit in `conformance/formats`: zip files with stores, archives, rings and cells, and next
/// to each the answers as JSON.
///
/// The kit is golden: it was made once, and later versions have to read it. Made again, it holds the same rows and
/// messages, but the ids of stores and the times of checkpoints are others, and so are the checksums of frames. Run it
/// to add something, into another folder, and commit only what is new:
///
/// ```
/// java -cp … dev.ashlar.conformance.formats.FormatKit FOLDER
/// ```
final class FormatKit {
    /// A change to the files of a store that its readers have to find.
    ///
    /// @param at  an offset; a negative one counts from the end
    /// @param xor what the byte is changed with; 0 cuts the file there
    record Damage(String name, String store, String file, long at, int xor) {
        void to(Path folder) throws IOException {
            Path target = folder.resolve(file);
            byte[] bytes = Files.readAllBytes(target);
            int place = (int) (at < 0 ? bytes.length + at : at);
            if (xor == 0) {
                bytes = Arrays.copyOf(bytes, place);
            } else {
                bytes[place] ^= (byte) xor;
            }
            Files.write(target, bytes);
        }

        String json() {
            return "{\"name\":\"" + name + "\",\"store\":\"" + store + "\",\"file\":\"" + file + "\",\"at\":" + at
                    + ",\"xor\":" + xor;
        }
    }

    /// Offsets in an extent of the small stores: 4,096 bytes of header, as many of entries, then 8 chunks.
    static final List<Damage> DAMAGES = List.of(
            new Damage("row", "retired", "extents/0000.ext", 8192 + 2 * 4096 + 100, 0x10),
            new Damage("entry", "types", "extents/0000.ext", 4096 + 2 * 128 + 20, 1),
            new Damage("seal", "types", "extents/0000.ext", 4096 + 2 * 128 + 97, 1),
            new Damage("catalog", "versions", "store.catalog", 60, 1),
            new Damage("schema", "versions", "schemas/0002.sbeir", 40, 1),
            new Damage("frame", "versions", "extents/0000.ext", 8192 + 40, 1),
            new Damage("extent", "retired", "extents/0001.ext", 4096, 0),
            new Damage("head", "versions", "store.head", 20, 1));

    static final List<String> ARCHIVES = List.of("days", "hours");

    public static void main(String[] args) throws Exception {
        write(Path.of(args[0]), Files.createTempDirectory("ashlar-kit"));
    }

    /// @param work an empty folder for the stores before they are packed
    static void write(Path target, Path work) throws Exception {
        Files.createDirectories(target);
        KitStores.writeTypes(work.resolve("types"), false);
        KitStores.writeTypes(work.resolve("types-big"), true);
        KitStores.writeVersions(work.resolve("versions"));
        KitStores.writeRetired(work.resolve("retired"));
        KitStores.writeLive(work.resolve("live-open"), work.resolve("live"), true);
        KitStores.writeKilled(work.resolve("killed-open"), work.resolve("killed"));
        KitStores.writeCommits(work.resolve("commits-open"), work.resolve("commits"));
        for (String name : List.of("types", "types-big", "versions", "retired", "live", "killed", "commits")) {
            KitFiles.zip(work.resolve(name), target.resolve(name + ".zip"));
            Files.writeString(target.resolve(name + ".json"), answers(target, name, work));
        }
        List<String> damages = new ArrayList<>();
        for (Damage damage : DAMAGES) {
            Path folder = KitFiles.unzip(target.resolve(damage.store + ".zip"), work.resolve("damage-" + damage.name));
            damage.to(folder);
            damages.add(damage.json() + ",\n\"answers\":" + KitAnswers.of(folder, new KitDisk(KitDisk.WRITTEN), true)
                    + "}");
        }
        Files.writeString(target.resolve("damages.json"), "[" + String.join(",\n", damages) + "]\n");
        archives(target, work);
        rings(work.resolve("queues"));
        KitFiles.zip(work.resolve("queues"), target.resolve("queues.zip"));
        Files.writeString(target.resolve("queues.json"), QueueAnswers.of(work.resolve("queues")));
    }

    private static void archives(Path target, Path work) throws Exception {
        KitArchives.writeDays(work.resolve("days-open"), work.resolve("days"));
        KitArchives.writeHours(work.resolve("hours"));
        for (String name : ARCHIVES) {
            KitFiles.zip(work.resolve(name), target.resolve(name + ".zip"));
            Files.writeString(target.resolve(name + ".json"), answers(target, name, work));
        }
        Files.writeString(target.resolve("archive-damages.json"), archiveDamages(target, work));
    }

    static String archiveDamages(Path kit, Path work) throws Exception {
        List<String> damages = new ArrayList<>();
        for (ArchiveDamage damage : ArchiveDamage.ALL) {
            Path folder = work.resolve("damage-" + damage.name());
            damage.to(KitFiles.unzip(kit.resolve(damage.archive() + ".zip"), folder));
            String answers = ArchiveAnswers.of(folder, new KitDisk(KitDisk.WRITTEN), true);
            damages.add(damage.json() + ",\n\"answers\":" + answers + "}");
        }
        return "[" + String.join(",\n", damages) + "]\n";
    }

    /// What a store or an archive of the kit holds, read in the boot that wrote it and in another; `"same"` if that is no
    /// different.
    static String answers(Path kit, String name, Path work) throws Exception {
        StringBuilder json = new StringBuilder("{");
        String before = "";
        for (StoreId boot : List.of(KitDisk.WRITTEN, KitDisk.LATER)) {
            // A copy for each: nobody else's pins and locks.
            Path folder = KitFiles.unzip(kit.resolve(name + ".zip"), Files.createTempDirectory(work, name));
            KitDisk disk = new KitDisk(boot);
            String found = ARCHIVES.contains(name) ? ArchiveAnswers.of(folder, disk, false)
                    : KitAnswers.of(folder, disk, false);
            json.append(before.isEmpty() ? "" : ",\n").append("\"").append(HexFormat.of().toHexDigits(boot.high()))
                    .append(HexFormat.of().toHexDigits(boot.low())).append("\":")
                    .append(found.equals(before) ? "\"same\"" : found);
            before = found;
        }
        return json.append("}\n").toString();
    }

    private static void rings(Path folder) throws Exception {
        Files.createDirectories(folder);
        OneToOneRingFile.create(folder.resolve("one"), 1, 256);
        try (OneToOneRingFile file = OneToOneRingFile.open(folder.resolve("one"))) {
            offer(file.producer(), 0, 3, true);
        }
        OneToOneRingFile.create(folder.resolve("group"), 3, 256);
        try (OneToOneRingFile file = OneToOneRingFile.open(folder.resolve("group"))) {
            for (int lane = 0; lane < 2; lane++) {
                offer(file.producer(), 10 * lane, 2, lane == 0);
            }
        }
        FixedLengthRingFile.create(folder.resolve("fixed"), 8, 16);
        try (FixedLengthRingFile file = FixedLengthRingFile.open(folder.resolve("fixed"))) {
            var producer = file.producer();
            MemorySegment message = MemorySegment.ofArray(new long[2]);
            for (int n = 0; n < 5; n++) {
                message.set(ValueLayout.JAVA_LONG, 0, n);
                message.set(ValueLayout.JAVA_LONG, 8, -n);
                producer.offer(message, 0);
            }
            producer.close();
            file.consumer().poll((memory, offset, length, type) -> { }, 2);
        }
        ManyToOneRingFile.create(folder.resolve("many"), 2, 256, 16);
        try (ManyToOneRingFile file = ManyToOneRingFile.open(folder.resolve("many"))) {
            QueueProducer first = file.producer();
            QueueProducer second = file.producer();
            for (int n = 0; n < 4; n++) {
                offer(n % 2 == 0 ? first : second, n, 1, false);
            }
            first.close();
        }
        cells(folder.resolve("cells"));
    }

    /// A versioned cell with 4 slots at 0 and a seqlock cell at 256, both with values of 9 bytes, written twice.
    private static void cells(Path file) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(512, 64);
            MemorySegment value = MemorySegment.ofArray("123456789".getBytes(StandardCharsets.US_ASCII));
            VersionedCellWriter writer = VersionedCellWriter.durable(new VersionedCell(9, 4), new Syncs(0));
            SeqlockCell seqlock = new SeqlockCell(9);
            for (int n = 0; n < 2; n++) {
                value.set(ValueLayout.JAVA_BYTE, 0, (byte) ('a' + n));
                writer.write(memory, 0, value, 0);
                seqlock.write(memory, 256, value, 0);
            }
            Files.write(file, memory.toArray(ValueLayout.JAVA_BYTE));
        }
    }

    /// Messages whose texts are their numbers.
    private static void offer(QueueProducer producer, int from, int count, boolean ends) {
        for (int n = from; n < from + count; n++) {
            byte[] text = ("message " + n).getBytes(StandardCharsets.US_ASCII);
            long result = producer.offer(MemorySegment.ofArray(text), 0, text.length, n);
            if (result == MessageQueue.FULL) {
                throw new IllegalStateException("kit's ring is too small");
            }
        }
        if (ends) {
            producer.close();
        }
    }
}
