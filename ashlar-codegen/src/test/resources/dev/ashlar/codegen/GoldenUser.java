// SPDX-License-Identifier: Apache-2.0
package golden;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// Writes one message.
public final class GoldenUser {
    private GoldenUser() {
    }

    public static byte[] write() {
        byte[] bytes = new byte[256];
        GoldenEncoder encoder = new GoldenEncoder().wrapAndApplyHeader(MemorySegment.ofArray(bytes), 0,
                new MessageHeaderEncoder());
        encoder.id(9);
        GoldenEncoder.OuterEncoder outer = encoder.outerCount(2);
        outer.next().k((short) 1).innerCount(2).next().m(10).next().m(11);
        outer.tag("one");
        outer.next().k((short) 2).innerCount(0);
        outer.tag("");
        GoldenEncoder.SidesEncoder sides = encoder.sidesCount(1).next().side(Side.SELL).code("abc");
        sides.price().mantissa(-5).exponent((byte) -2);
        sides.few().clear().a(true);
        encoder.text("end");
        return Arrays.copyOf(bytes, (int) (encoder.limit()));
    }
}
