// SPDX-License-Identifier: Apache-2.0
package traps;

import java.lang.foreign.MemorySegment;

/// Writes and reads messages with flyweights that are kept.
public final class AllocationUser {
    private final MemorySegment memory;
    private final byte[] bytes = new byte[64];
    private final StringBuilder text = new StringBuilder(64);
    private final MessageHeaderEncoder headerEncoder = new MessageHeaderEncoder();
    private final MessageHeaderDecoder headerDecoder = new MessageHeaderDecoder();
    private final NestedEncoder encoder = new NestedEncoder();
    private final NestedDecoder decoder = new NestedDecoder();
    private final ValuesEncoder valuesEncoder = new ValuesEncoder();
    private final ValuesDecoder valuesDecoder = new ValuesDecoder();
    private long sum;

    public AllocationUser(MemorySegment memory) {
        this.memory = memory;
    }

    public Runnable encode() {
        return () -> {
            encoder.wrapAndApplyHeader(memory, 0, headerEncoder).id((short) 1);
            NestedEncoder.OuterEncoder outer = encoder.outerCount(2);
            outer.next().k((short) 1).innerCount(2).next().m(10).next().m(11);
            outer.tag("one");
            outer.next().k((short) 2).innerCount(0);
            outer.tag("");
            encoder.cmeCount(1).next().n(3);
            encoder.oddCount(0);
            encoder.putTail(bytes, 0, 20).text("caf\u00e9");
            valuesEncoder.wrap(memory, 200).big(Big.HUGE).side(Side.BUY).longs(1, 3).price().mantissa(4);
            valuesEncoder.flags().clear().highest(true);
        };
    }

    public Runnable decode() {
        return () -> {
            decoder.wrapAndApplyHeader(memory, 0, headerDecoder);
            for (NestedDecoder.OuterDecoder outer : decoder.outer()) {
                for (NestedDecoder.OuterDecoder.InnerDecoder inner : outer.inner()) {
                    sum += inner.m();
                }
                text.setLength(0);
                sum += outer.getTag(text);
            }
            NestedDecoder.CmeDecoder cme = decoder.cme();
            sum += cme.at(0).n() + decoder.sbeDecodedLength();
            cme.sbeSkipRemaining();
            decoder.odd();
            sum += decoder.getTail(bytes, 0, bytes.length) + decoder.skipText();
            valuesDecoder.wrap(memory, 200, ValuesDecoder.BLOCK_LENGTH, ValuesDecoder.SCHEMA_VERSION);
            sum += valuesDecoder.big().ordinal() + valuesDecoder.longs(1) + valuesDecoder.price().mantissa();
            sum += valuesDecoder.flags().highest() ? 1 : 0;
        };
    }
}
