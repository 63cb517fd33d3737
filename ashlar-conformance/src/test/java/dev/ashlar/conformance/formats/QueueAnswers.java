// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.formats;

import dev.ashlar.flow.Cell;
import dev.ashlar.flow.FixedLengthRingFile;
import dev.ashlar.flow.ManyToOneRingFile;
import dev.ashlar.flow.MessageQueue;
import dev.ashlar.flow.OneToOneRingFile;
import dev.ashlar.flow.QueueConsumer;
import dev.ashlar.flow.SeqlockCell;
import dev.ashlar.flow.VersionedCell;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;

/// What the rings and cells of the kit hold. Takes the messages.
final class QueueAnswers {
    private static final int LIMIT = 100;

    private record Message(int type, byte[] bytes) {
        String json() {
            return "{\"type\":" + type + ",\"bytes\":\"" + HexFormat.of().formatHex(bytes) + "\"}";
        }
    }

    static String of(Path folder) throws IOException {
        List<String> answers = new ArrayList<>();
        for (String name : List.of("one", "group")) {
            try (OneToOneRingFile file = OneToOneRingFile.open(folder.resolve(name))) {
                answers.add(ring(name, "one-to-one", file.lanes(), file.lanes().ring(0).capacity(), 0, 0,
                        file.consumer()));
            }
        }
        try (FixedLengthRingFile file = FixedLengthRingFile.open(folder.resolve("fixed"))) {
            answers.add(ring("fixed", "fixed-length", file.ring(), file.ring().capacity(), file.ring().messageBytes(), 0,
                    file.consumer()));
        }
        try (ManyToOneRingFile file = ManyToOneRingFile.open(folder.resolve("many"))) {
            answers.add(ring("many", "many-to-one", file.ring(), file.ring().laneBytes(), 0, file.ring().entries(),
                    file.consumer()));
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(512, 64);
            memory.copyFrom(MemorySegment.ofArray(Files.readAllBytes(folder.resolve("cells"))));
            answers.add("\"cells\":{" + cell("versioned", new VersionedCell(9, 4), memory, 0) + ",\n"
                    + cell("seqlock", new SeqlockCell(9), memory, 256) + "}");
        }
        return "{" + String.join(",\n", answers) + "}\n";
    }

    private static String ring(String name, String kind, MessageQueue ring, int capacity, int messageBytes, int entries,
            QueueConsumer consumer) {
        List<Message> messages = new ArrayList<>();
        consumer.poll((memory, offset, length, type) -> messages.add(new Message(type,
                memory.asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE))), LIMIT);
        if (name.equals("group")) {
            // There is no order between its lanes.
            messages.sort(Comparator.comparingInt(Message::type));
        }
        return "\"" + name + "\":{\"kind\":\"" + kind + "\",\"lanes\":" + ring.producers() + ",\"capacity\":" + capacity
                + ",\"messageBytes\":" + messageBytes + ",\"entries\":" + entries + ",\"done\":" + consumer.isDone()
                + ",\"messages\":[\n" + String.join(",\n", messages.stream().map(Message::json).toList()) + "]}";
    }

    private static String cell(String name, Cell cell, MemorySegment memory, long offset) {
        byte[] value = new byte[cell.valueLength()];
        long version = Cell.version(cell.read(memory, offset, MemorySegment.ofArray(value), 0, 1));
        return "\"" + name + "\":{\"version\":" + version + ",\"bytes\":\"" + HexFormat.of().formatHex(value) + "\"}";
    }
}
