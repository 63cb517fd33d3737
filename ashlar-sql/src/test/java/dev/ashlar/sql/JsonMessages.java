// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.otf.JsonReader;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.JournalWriter;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreWriter;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// Messages written as JSON, for journals of tests.
final class JsonMessages {
    private static final int MAX_LENGTH = 1 << 16;

    static Schema schema(String xml, String name) {
        return SchemaParser.parseText(xml, name).schema();
    }

    /// Records messages in a journal, the n-th at time `1000 × n` with sequence `n`.
    static void record(StoreWriter store, String journal, Schema schema, List<String> messages) throws StoreException {
        store.define(new JournalDefinition(journal, schema));
        JournalWriter recorder = store.journalWriter(journal);
        JsonReader reader = new JsonReader(schema);
        MemorySegment memory = MemorySegment.ofArray(new byte[MAX_LENGTH]);
        for (String message : messages) {
            long length = reader.read(message.replace("\n", ""), memory, 0);
            long n = recorder.recordedCount();
            recorder.record(memory, 0, (int) length, 1_000 * n, n);
        }
    }
}
