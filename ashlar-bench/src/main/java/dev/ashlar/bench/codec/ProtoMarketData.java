// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.codec;

import dev.ashlar.bench.codec.proto.Aggressor;
import dev.ashlar.bench.codec.proto.EntryType;
import dev.ashlar.bench.codec.proto.EventEnd;
import dev.ashlar.bench.codec.proto.MarketData;
import dev.ashlar.bench.codec.proto.MarketDataEntry;
import dev.ashlar.bench.codec.proto.UpdateAction;

/// [MarketDataValues] with protobuf-java.
final class ProtoMarketData extends Codec {
    private static final EventEnd[] EVENT_ENDS = {EventEnd.EVENT_END_MIDDLE, EventEnd.EVENT_END_END};
    private static final UpdateAction[] ACTIONS =
            {UpdateAction.ACTION_NEW, UpdateAction.ACTION_CHANGE, UpdateAction.ACTION_DELETE,
            UpdateAction.ACTION_OVERLAY};
    private static final EntryType[] ENTRY_TYPES =
            {EntryType.ENTRY_TYPE_BID, EntryType.ENTRY_TYPE_OFFER, EntryType.ENTRY_TYPE_TRADE};
    private static final Aggressor[] AGGRESSORS = {Aggressor.AGGRESSOR_BUY, Aggressor.AGGRESSOR_SELL};

    private final ProtoMessages messages;

    ProtoMarketData() {
        ProtoMessages all = new ProtoMessages(MarketDataValues.COUNT, 128);
        super(MarketDataValues.COUNT, all, MarketDataValues::checksum);
        messages = all;
    }

    @Override
    int encode(int index) {
        long bits = CarValues.bits(index);
        MarketData.Builder refresh = MarketData.newBuilder()
                .setTransactTime(MarketDataValues.transactTime(bits))
                .setSequence((int) MarketDataValues.sequence(bits))
                .setEventTimeDelta(MarketDataValues.eventTimeDelta(bits))
                .setEventEnd(EVENT_ENDS[MarketDataValues.eventEnd(bits)]);
        for (int i = 0; i < MarketDataValues.ENTRIES; i++) {
            refresh.addEntries(MarketDataEntry.newBuilder()
                    .setPriceMantissa(MarketDataValues.price(bits, i))
                    .setSizeMantissa(MarketDataValues.size(bits, i))
                    .setSecurityId(MarketDataValues.securityId(bits, i))
                    .setRptSeq((int) MarketDataValues.rptSeq(bits, i))
                    .setNumberOfOrders(MarketDataValues.numberOfOrders(bits, i))
                    .setPriceLevel(MarketDataValues.priceLevel(bits, i))
                    .setAction(ACTIONS[MarketDataValues.action(bits, i)])
                    .setEntryType(ENTRY_TYPES[MarketDataValues.entryType(bits, i)])
                    .setAggressor(AGGRESSORS[MarketDataValues.aggressor(bits, i)]));
        }
        return messages.write(index, refresh.build());
    }

    @Override
    long decode(int index) {
        MarketData refresh = messages.read(index, MarketData.parser());
        long sum = refresh.getTransactTime() + Integer.toUnsignedLong(refresh.getSequence())
                + refresh.getEventTimeDelta()
                + refresh.getEventEnd().getNumber();
        for (int i = 0, count = refresh.getEntriesCount(); i < count; i++) {
            MarketDataEntry entry = refresh.getEntries(i);
            sum += entry.getPriceMantissa() + entry.getSizeMantissa() + entry.getSecurityId()
                    + Integer.toUnsignedLong(entry.getRptSeq()) + entry.getNumberOfOrders() + entry.getPriceLevel();
            sum += entry.getAction().getNumber() + entry.getEntryType().getNumber() + entry.getAggressor().getNumber();
        }
        return sum;
    }
}
