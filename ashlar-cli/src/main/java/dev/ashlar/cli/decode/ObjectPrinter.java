// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.decode;

import dev.ashlar.codec.MalformedMessageException;
import dev.ashlar.object.ObjectDescription;
import dev.ashlar.object.ObjectHeader;
import dev.ashlar.object.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;

/// Prints the objects of files. A description applies to all objects after it, in later files as well.
final class ObjectPrinter {
    private static final int MAX_DESCRIPTIONS = 10_000;

    private final Map<Key, ObjectDescription> descriptions = new HashMap<>();
    private final Appendable out;
    private final ObjectForm form;
    private long left;

    /// @param limit at most this many objects
    ObjectPrinter(Appendable out, ObjectForm form, long limit) {
        this.out = out;
        this.form = form;
        left = limit;
    }

    private record Key(int classId, int version, int fingerprint) { }

    boolean isFull() {
        return left <= 0;
    }

    /// Prints all objects of a file; reports on `err` those that cannot be read.
    ///
    /// @return whether the file has only objects and descriptions, and each object has a description
    boolean print(MemorySegment memory, String name, PrintWriter err) throws IOException {
        boolean complete = true;
        long offset = 0;
        try {
            while (offset < memory.byteSize() && left > 0) {
                ObjectHeader header = ObjectHeader.read(memory, offset);
                if (header.kind() == ObjectHeader.Kind.DESCRIPTION) {
                    learn(ObjectDescription.read(memory, offset));
                } else {
                    complete &= print(header, memory, offset, name, err);
                }
                offset += header.length();
            }
        } catch (MalformedMessageException e) {
            err.println("ashlar: " + e.getMessage() + ", behind offset=" + offset + " (" + name + ")");
            return false;
        }
        return complete;
    }

    private void learn(ObjectDescription description) {
        if (descriptions.size() < MAX_DESCRIPTIONS) {
            descriptions.put(new Key(description.classId(), description.version(), description.fingerprint()),
                    description);
        }
    }

    private boolean print(ObjectHeader header, MemorySegment memory, long offset, String name, PrintWriter err)
            throws IOException {
        ObjectDescription description = descriptions.get(new Key(header.classId(), header.version(),
                header.fingerprint()));
        if (description == null) {
            err.println("ashlar: object without its description, which must come first, in this input or an earlier "
                    + "one: classId=" + header.classId() + ", version=" + header.version() + ", fingerprint="
                    + Integer.toHexString(header.fingerprint()) + ", offset=" + offset + " (" + name + ")");
            return false;
        }
        form.append(header, ObjectNode.read(description, memory, offset), out);
        left--;
        return true;
    }
}
