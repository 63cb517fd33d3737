// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.otf;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// A message, or an entry of a group, set value by value; made by [OtfEncoder#begin(String)].
///
/// ```java
/// long length = encoder.begin("Order")
///         .set("orderId", 42)
///         .set("symbol", "ASHLAR")
///         .set("side", "BUY")
///         .set("limitPrice", new BigDecimal("12.50"))
///         .entry("legs", leg -> leg.set("quantity", 100))
///         .entry("legs", leg -> leg.set("quantity", 50))
///         .set("note", "fill or kill")
///         .encode(memory, 0);
/// ```
/// Names and values are checked when the message is encoded. The order of calls does not matter except among the
/// entries of one group. A builder may be encoded more than once.
///
/// **Threading**: for one thread.
public final class MessageBuilder {
    private final OtfEncoder encoder;
    private final String template;
    private final Map<String, Object> header = new LinkedHashMap<>();
    private final Map<String, Object> values = new LinkedHashMap<>();

    MessageBuilder(OtfEncoder encoder, String template) {
        this.encoder = encoder;
        this.template = template;
    }

    /// Sets a header member that the standard does not define, such as a frame length.
    public MessageBuilder header(String name, Object value) {
        header.put(name, value);
        return this;
    }

    /// Sets a field or data. [OtfEncoder] lists the accepted values; `null` unsets it.
    public MessageBuilder set(String name, Object value) {
        values.put(name, value);
        return this;
    }

    /// Adds an entry to a group.
    public MessageBuilder entry(String group, Consumer<Entry> fill) {
        add(values, group, fill);
        return this;
    }

    /// Encodes the message, header first.
    ///
    /// @return bytes of the message, header included
    /// @throws IllegalArgumentException  if a name is unknown or a value refused
    /// @throws IndexOutOfBoundsException if the message is longer than the memory from `offset`
    public long encode(MemorySegment memory, long offset) {
        return encoder.encode(template, header, values, memory, offset);
    }

    private static void add(Map<String, Object> to, String group, Consumer<Entry> fill) {
        Entry entry = new Entry();
        fill.accept(entry);
        Object entries = to.computeIfAbsent(group, _ -> new ArrayList<Object>());
        if (!(entries instanceof List<?> list)) {
            throw new IllegalArgumentException("already set to a value: name=" + group);
        }
        @SuppressWarnings("unchecked")
        List<Object> growing = (List<Object>) list;
        growing.add(entry.values);
    }

    /// An entry of a group.
    public static final class Entry {
        private final Map<String, Object> values = new LinkedHashMap<>();

        private Entry() {
        }

        /// Sets a field or data.
        public Entry set(String name, Object value) {
            values.put(name, value);
            return this;
        }

        /// Adds an entry to a group within this entry.
        public Entry entry(String group, Consumer<Entry> fill) {
            add(values, group, fill);
            return this;
        }
    }
}
