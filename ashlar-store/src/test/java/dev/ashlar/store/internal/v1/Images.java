// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import dev.ashlar.store.Cursor;
import dev.ashlar.store.Journal;
import dev.ashlar.store.JournalCursor;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.Table;
import dev.ashlar.store.internal.v1.file.Checksum;
import dev.ashlar.store.internal.v1.file.LiveFile;
import dev.ashlar.store.internal.v1.file.Locks;
import dev.ashlar.store.internal.v1.store.WriteStore;
import dev.ashlar.testkit.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Folders of stores as wholes, and what is left of them.
final class Images {
    /// Leaves a store as the death of its process would; another may open it in this one.
    static void abandon(WriteStore store) throws IOException {
        store.endThreads();
        store.locks.unlockWriter();
        store.locks.close();
    }


    /// All that a store answers: each container's name and bounds, and a checksum of what is in it.
    static List<String> answers(Store store) throws StoreException {
        List<String> answers = new ArrayList<>();
        for (Table table : store.tables()) {
            Checksum sum = new Checksum();
            long rows = 0;
            try (Cursor cursor = table.cursor()) {
                for (; cursor.next(); rows++) {
                    int prefix = table.prefix().bytes();
                    sum.add(cursor.row());
                    sum.add(cursor.memory(), cursor.offset() - prefix, prefix + cursor.blockLength());
                }
            }
            answers.add(table.name() + " " + table.firstRow() + ".." + table.endRow() + ", rows=" + rows + ", sum="
                    + sum.value());
        }
        for (Journal journal : store.journals()) {
            Checksum sum = new Checksum();
            long messages = 0;
            try (JournalCursor cursor = journal.cursor()) {
                for (; cursor.next(); messages++) {
                    sum.add(cursor.position());
                    sum.add(cursor.timeNs());
                    sum.add(cursor.sequence());
                    sum.add(cursor.row());
                    sum.add(cursor.memory(), cursor.offset(), cursor.length());
                }
            }
            answers.add(journal.name() + " " + journal.firstPosition() + ".." + journal.endPosition() + ", messages="
                    + messages + " of " + journal.messageCount() + ", sum=" + sum.value());
        }
        return answers;
    }

    /// What stands in each file, without what processes tell each other.
    static Map<String, Integer> contents(Path folder) throws IOException {
        Map<String, Integer> contents = new TreeMap<>();
        for (Path path : TestFiles.files(folder)) {
            String name = folder.relativize(path).toString();
            if (!name.equals(LiveFile.NAME) && !name.equals(Locks.NAME)) {
                contents.put(name, Arrays.hashCode(Files.readAllBytes(path)));
            }
        }
        return contents;
    }
}
