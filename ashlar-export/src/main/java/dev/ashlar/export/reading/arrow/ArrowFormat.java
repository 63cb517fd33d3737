// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export.reading.arrow;

import dev.ashlar.ingest.table.ColumnFile;
import dev.ashlar.ingest.table.ColumnFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// Arrow IPC, by its first bytes: a file, or a stream that was saved.
public final class ArrowFormat implements ColumnFormat {
    @Override
    public String name() {
        return "Arrow";
    }

    @Override
    public boolean begins(byte[] head) {
        boolean stream = head.length == HEAD_BYTES;
        for (int i = 0; i < Math.min(Integer.BYTES, head.length); i++) {
            stream &= head[i] == -1;
        }
        return stream || new String(head, StandardCharsets.ISO_8859_1).startsWith(ArrowMessages.MAGIC);
    }

    @Override
    public ColumnFile open(Path file) throws IOException {
        return new ArrowFileReader(file);
    }
}
