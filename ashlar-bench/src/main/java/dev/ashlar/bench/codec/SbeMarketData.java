// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.codec;

import dev.ashlar.bench.codec.sbe.Aggressor;
import dev.ashlar.bench.codec.sbe.EntryType;
import dev.ashlar.bench.codec.sbe.EventEnd;
import dev.ashlar.bench.codec.sbe.MarketDataDecoder;
import dev.ashlar.bench.codec.sbe.MarketDataEncoder;
import dev.ashlar.bench.codec.sbe.MessageHeaderDecoder;
import dev.ashlar.bench.codec.sbe.MessageHeaderEncoder;
import dev.ashlar.bench.codec.sbe.UpdateAction;
import java.lang.foreign.MemorySegment;

/// [MarketDataValues] by the SBE reference.
final class SbeMarketData extends Codec {
    private static final EventEnd[] EVENT_ENDS = {EventEnd.Middle, EventEnd.End};
    private static final UpdateAction[] ACTIONS =
            {UpdateAction.New, UpdateAction.Change, UpdateAction.Delete, UpdateAction.Overlay};
    private static final EntryType[] ENTRY_TYPES = {EntryType.Bid, EntryType.Offer, EntryType.Trade};
    private static final Aggressor[] AGGRESSORS = {Aggressor.Buy, Aggressor.Sell};

    private final Buffers messages;
    private final MessageHeaderEncoder headerEncoder = new MessageHeaderEncoder();
    private final MessageHeaderDecoder headerDecoder = new MessageHeaderDecoder();
    private final MarketDataEncoder encoder = new MarketDataEncoder();
    private final MarketDataDecoder decoder = new MarketDataDecoder();

    SbeMarketData(MemoryKind kind) {
        super(MarketDataValues.COUNT);
        messages = new Buffers(kind, MarketDataValues.COUNT, MarketDataValues.ENCODED_LENGTH);
    }

    @Override
    int encode(int index) {
        long bits = MarketDataValues.bits(index);
        MarketDataEncoder refresh = encoder
                .wrapAndApplyHeader(messages.memory(index), messages.offset(index), headerEncoder)
                .transactTime(MarketDataValues.transactTime(bits))
                .sequence(MarketDataValues.sequence(bits))
                .eventTimeDelta(MarketDataValues.eventTimeDelta(bits))
                .eventEnd(EVENT_ENDS[MarketDataValues.eventEnd(bits)]);
        MarketDataEncoder.EntriesEncoder entry = refresh.entriesCount(MarketDataValues.ENTRIES);
        for (int i = 0; i < MarketDataValues.ENTRIES; i++) {
            entry.next();
            entry.price().mantissa(MarketDataValues.price(bits, i));
            entry.size().mantissa(MarketDataValues.size(bits, i));
            entry.securityId(MarketDataValues.securityId(bits, i))
                    .rptSeq(MarketDataValues.rptSeq(bits, i))
                    .numberOfOrders(MarketDataValues.numberOfOrders(bits, i))
                    .priceLevel((short) MarketDataValues.priceLevel(bits, i))
                    .action(ACTIONS[MarketDataValues.action(bits, i)])
                    .entryType(ENTRY_TYPES[MarketDataValues.entryType(bits, i)])
                    .aggressor(AGGRESSORS[MarketDataValues.aggressor(bits, i)]);
        }
        return MessageHeaderEncoder.ENCODED_LENGTH + refresh.encodedLength();
    }

    @Override
    long decode(int index) {
        MarketDataDecoder refresh =
                decoder.wrapAndApplyHeader(messages.memory(index), messages.offset(index), headerDecoder);
        long sum = refresh.transactTime() + refresh.sequence() + refresh.eventTimeDelta() + refresh.eventEnd().value();
        for (MarketDataDecoder.EntriesDecoder entry = refresh.entries(); entry.hasNext();) {
            entry.next();
            sum += entry.price().mantissa() + entry.size().mantissa() + entry.securityId() + entry.rptSeq()
                    + entry.numberOfOrders() + entry.priceLevel();
            sum += entry.action().value() + entry.entryType().value() + entry.aggressor().value();
        }
        return sum;
    }

    @Override
    long checksum(int index) {
        return MarketDataValues.checksum(index);
    }

    /// The bytes of a message.
    MemorySegment message(int index) {
        return messages.slice(index);
    }

    @Override
    void clear() {
        messages.clear();
    }

    @Override
    public void close() {
        messages.close();
    }
}
