// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.journal;

import dev.ashlar.sbe.otf.ValidationResult.Status;
import dev.ashlar.store.UnsplitMessages;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Counts messages that have no rows, by schema, template and reason. Whatever the bytes are, no more are distinguished
/// than [#MAX_KINDS] for each reason; the others are counted together.
///
/// **Threading**: one thread at a time.
public final class UnsplitCounts {
    public static final int MAX_KINDS = 256;
    private static final Status[] STATUSES = Status.values();
    private static final long UNTOLD = -1;

    private long[] schemas = new long[8];
    private long[] templates = new long[8];
    private Status[] statuses = new Status[8];
    private long[] counts = new long[8];
    private int size;
    private final int[] kinds = new int[STATUSES.length];
    private final long[] others = new long[STATUSES.length];

    /// @param schemaId   of the header, -1 if there is none
    /// @param templateId likewise
    void add(long schemaId, long templateId, Status status) {
        for (int i = 0; i < size; i++) {
            if (templates[i] == templateId && schemas[i] == schemaId && statuses[i] == status) {
                counts[i]++;
                return;
            }
        }
        if (kinds[status.ordinal()] == MAX_KINDS) {
            others[status.ordinal()]++;
            return;
        }
        if (size == counts.length) {
            schemas = Arrays.copyOf(schemas, 2 * size);
            templates = Arrays.copyOf(templates, 2 * size);
            statuses = Arrays.copyOf(statuses, 2 * size);
            counts = Arrays.copyOf(counts, 2 * size);
        }
        kinds[status.ordinal()]++;
        schemas[size] = schemaId;
        templates[size] = templateId;
        statuses[size] = status;
        counts[size++] = 1;
    }

    List<UnsplitMessages> toList() {
        List<UnsplitMessages> list = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            list.add(new UnsplitMessages(schemas[i], templates[i], statuses[i], counts[i]));
        }
        for (Status status : STATUSES) {
            if (others[status.ordinal()] > 0) {
                list.add(new UnsplitMessages(UNTOLD, UNTOLD, status, others[status.ordinal()]));
            }
        }
        return list;
    }
}
