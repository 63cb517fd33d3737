// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.sample;

import dev.ashlar.ingest.MessageContext;
import dev.ashlar.ingest.MessageHandler;
import dev.ashlar.ingest.sample.SampleTotals.Sum;
import dev.ashlar.ingest.sample.codec.EntryType;
import dev.ashlar.ingest.sample.codec.Side;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.Group;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.ir.SetType;
import dev.ashlar.sbe.ir.VarData;
import dev.ashlar.sbe.otf.MessageHeader;
import dev.ashlar.sbe.otf.MessageListener;
import dev.ashlar.sbe.otf.MessageValidator;
import dev.ashlar.sbe.otf.OtfDecoder;
import dev.ashlar.sbe.otf.Slot;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Adds up what is in a capture, on the fly from the schema and so without the flyweights that wrote it, and validates
/// every message.
final class ReadTotals implements MessageHandler, MessageListener {
    final List<String> invalid = new ArrayList<>();
    private final OtfDecoder decoder;
    private final MessageValidator validator;
    private final Map<String, Long> byTemplate = new LinkedHashMap<>();
    private final Map<String, Long> byGroup = new LinkedHashMap<>();
    private final Map<String, Sum> sums = new HashMap<>();
    private final Map<String, Long> values = new HashMap<>();
    private final Deque<String> path = new ArrayDeque<>();
    private String composite = "";
    private long messages;
    private long messageBytes;
    private long dataBytes;
    private long firstTimeNs;
    private long lastTimeNs;

    ReadTotals(Schema schema) {
        decoder = new OtfDecoder(schema);
        validator = new MessageValidator(schema);
        for (Message message : schema.messages()) {
            byTemplate.put(message.name(), 0L);
            addGroups(message.name(), message.groups());
        }
    }

    private void addGroups(String parent, List<Group> groups) {
        for (Group group : groups) {
            byGroup.put(parent + "_" + group.name(), 0L);
            addGroups(parent + "_" + group.name(), group.groups());
        }
    }

    @Override
    public void onMessage(MessageContext context, MemorySegment memory, long offset, long length) {
        var result = validator.validate(memory, offset, length);
        if (!result.isOk() || result.decodedLength() != length) {
            invalid.add("message " + messages + ": " + result + ", length=" + length);
        }
        messageBytes += decoder.decode(memory, offset, length, this);
    }

    @Override
    public void beginMessage(Message message, MessageHeader header) {
        path.push(message.name());
        values.clear();
    }

    @Override
    public void endMessage(Message message) {
        path.pop();
        messages++;
        byTemplate.merge(message.name(), 1L, Long::sum);
        lastTimeNs = values.get("transactTime");
        firstTimeNs = messages == 1 ? lastTimeNs : firstTimeNs;
    }

    @Override
    public void beginGroup(Group group, long count, boolean present) {
        if (!present) {
            invalid.add("absent: " + group.name());
        }
        byGroup.merge(path.peek() + "_" + group.name(), count, Long::sum);
        endBlock();
        path.push(path.peek() + "_" + group.name());
    }

    @Override
    public void endGroup(Group group) {
        path.pop();
    }

    @Override
    public void endEntry(Group group, long index) {
        endBlock();
    }

    /// Of a block with all its fields: the root block of a trade ends where its group begins.
    private void endBlock() {
        switch (path.peek()) {
            case "Trade" -> add("Trade " + values.get("aggressor"), values.get("quantity"), values.get("price"));
            case "BookUpdate_levels" ->
                add("levels " + values.get("entryType"), values.get("quantity"), values.get("price"));
            default -> {
                // The others have no sums.
            }
        }
    }

    @Override
    public void data(VarData data, MemorySegment memory, long offset, long length, boolean present) {
        dataBytes += length;
    }

    @Override
    public boolean beginComposite(Slot slot, CompositeType type, MemorySegment memory, long offset,
            boolean present) {
        composite = slot.name();
        return true;
    }

    @Override
    public void scalar(Slot slot, ScalarType type, MemorySegment memory, long offset, boolean present) {
        if (slot.constant().isPresent() || type.length() != 1) {
            return;
        }
        boolean isNull = slot.isNull(memory, offset);
        values.put(slot.name().equals("mantissa") ? composite : slot.name(), isNull ? null : slot.getLong(memory, offset));
    }

    @Override
    public void enumValue(Slot slot, EnumType type, MemorySegment memory, long offset, boolean present) {
        values.put(slot.name(), slot.getLong(memory, offset));
    }

    @Override
    public void set(Slot slot, SetType type, MemorySegment memory, long offset, boolean present) {
        if (path.peek().equals("Quote") && slot.name().equals("event")) {
            add("bids", values.get("bidQuantity"), values.get("bidPrice"));
            add("offers", values.get("offerQuantity"), values.get("offerPrice"));
        }
    }

    private void add(String key, Long quantity, Long mantissa) {
        if (mantissa != null) {
            Sum one = new Sum(1, quantity == null ? 0 : quantity, mantissa);
            sums.merge(key, one, (a, b) -> new Sum(a.count() + b.count(), a.quantity() + b.quantity(),
                    a.mantissa() + b.mantissa()));
        }
    }

    /// What was read, with the figures of packets and file as `written` has them.
    SampleTotals totals(SampleTotals written) {
        return new SampleTotals(messages, messageBytes, written.packets(), written.packetsByLine(),
                written.captureBytes(), byTemplate, byGroup, dataBytes, firstTimeNs, lastTimeNs,
                Map.of(Side.BUY, sum("Trade 1"), Side.SELL, sum("Trade 2"), Side.NULL_VAL, sum("Trade 255")),
                Map.of(Side.BUY, sum("bids"), Side.SELL, sum("offers")),
                Map.of(EntryType.BID, sum("levels " + (long) '0'), EntryType.OFFER, sum("levels " + (long) '1')));
    }

    private Sum sum(String key) {
        return sums.getOrDefault(key, new Sum(0, 0, 0));
    }
}
