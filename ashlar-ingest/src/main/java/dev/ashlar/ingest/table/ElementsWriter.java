// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.table;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// The elements of an array that queries show as one text: `[1,2,null]`.
final class ElementsWriter extends FieldWriter {
    private static final byte[] NULL = {'n', 'u', 'l', 'l'};

    private final FieldWriter[] elements;

    ElementsWriter(int offset, boolean nullable, FieldWriter[] elements) {
        super(offset, nullable);
        this.elements = elements;
    }

    @Override
    String write(byte[] bytes, int from, int to, MemorySegment memory, long block) {
        if (to - from < 2 || bytes[from] != '[' || bytes[to - 1] != ']') {
            return "not an array, such as [1,2,3]";
        }
        int at = from + 1;
        for (int i = 0; i < elements.length; i++) {
            int end = at;
            while (end < to - 1 && bytes[end] != ',') {
                end++;
            }
            boolean last = i == elements.length - 1;
            if (last != (end == to - 1)) {
                return "not an array of " + elements.length + " elements";
            }
            boolean isNull = Arrays.equals(bytes, at, end, NULL, 0, NULL.length);
            String problem = isNull ? nullable ? "" : "NULL in a required array"
                    : elements[i].write(bytes, at, end, memory, block);
            if (!problem.isEmpty()) {
                return problem + ", element=" + i;
            }
            at = end + 1;
        }
        return "";
    }
}
