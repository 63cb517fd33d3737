// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.demo;

import dev.ashlar.ingest.MessageContext;
import dev.ashlar.ingest.MessageHandler;
import dev.ashlar.sbe.ir.Group;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.ir.VarData;
import dev.ashlar.sbe.otf.MessageHeader;
import dev.ashlar.sbe.otf.MessageListener;
import dev.ashlar.sbe.otf.OtfDecoder;
import dev.ashlar.sbe.otf.Slot;
import java.lang.foreign.MemorySegment;

/// Reads the feed without generated code, knowing nothing but the schema at run time.
final class OnTheFlyReader implements MessageHandler, MessageListener {
    private final OtfDecoder decoder;
    private final Tally tally = new Tally();
    private boolean inTrade;
    private long quantity;
    private long mantissa;

    OnTheFlyReader(Schema schema) {
        decoder = new OtfDecoder(schema);
    }

    @Override
    public void onMessage(MessageContext context, MemorySegment memory, long offset, long length) {
        decoder.decode(memory, offset, length, this);
    }

    @Override
    public void beginMessage(Message message, MessageHeader header) {
        inTrade = message.name().equals("Trade");
    }

    @Override
    public void scalar(Slot slot, ScalarType type, MemorySegment memory, long offset, boolean present) {
        switch (slot.name()) {
            case "quantity" -> quantity = slot.getLong(memory, offset);
            case "mantissa" -> mantissa = slot.getLong(memory, offset);
            default -> {
                // The other fields add nothing to the totals.
            }
        }
    }

    @Override
    public void endEntry(Group group, long index) {
        if (!group.name().equals("instruments")) {
            tally.level(quantity, mantissa);
        }
    }

    @Override
    public void data(VarData data, MemorySegment memory, long offset, long length, boolean present) {
        tally.news(length);
    }

    @Override
    public void endMessage(Message message) {
        if (inTrade) {
            tally.trade(quantity, mantissa);
        } else if (message.name().equals("Quote")) {
            tally.quote();
        }
    }

    FeedTotals totals() {
        return tally.totals();
    }
}
