// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.examples;

import dev.ashlar.examples.orders.MessageHeaderDecoder;
import dev.ashlar.examples.orders.MessageHeaderEncoder;
import dev.ashlar.examples.orders.OrderDecoder;
import dev.ashlar.examples.orders.OrderEncoder;
import dev.ashlar.examples.orders.Side;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// Writes a message with generated code and reads it back.
public final class QuickStart {
    private QuickStart() {
    }

    /// Prints one order.
    public static void main(String[] arguments) {
        System.out.println(run());
    }

    static String run() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(1024);

            OrderEncoder order = new OrderEncoder().wrapAndApplyHeader(memory, 0, new MessageHeaderEncoder());
            order.orderId(42).symbol("ASHLAR").side(Side.BUY).limitPrice().mantissa(12_50);
            order.legsCount(2).next().quantity(100).next().quantity(50);
            order.note("fill or kill");

            OrderDecoder read = new OrderDecoder().wrapAndApplyHeader(memory, 0, new MessageHeaderDecoder());
            long total = 0;
            for (OrderDecoder.LegsDecoder leg : read.legs()) {
                total += leg.quantity();
            }
            return read.side() + " " + total + " " + read.symbol() + " (" + read.note() + ")";
        }
    }
}
