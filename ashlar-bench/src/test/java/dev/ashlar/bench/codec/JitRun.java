// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.codec;

import dev.ashlar.bench.codec.CodecBenchmark.MemoryKind;
import java.util.List;

/// Writes and reads all messages until the JIT has compiled it, in a process of its own.
final class JitRun {
    private static long sum;

    public static void main(String[] args) {
        MemoryKind kind = MemoryKind.valueOf(args[0]);
        for (Codec codec : List.of(new AshlarCar(kind), new AshlarMarketData(kind), new AshlarBook(kind),
                new AshlarOrder(kind))) {
            try (codec) {
                codec.verify();
                for (int round = 0; round < 30; round++) {
                    for (int i = 0; i < codec.count(); i++) {
                        sum += codec.encode(i);
                    }
                    for (int i = 0; i < codec.count(); i++) {
                        sum += codec.decode(i);
                    }
                }
                codec.verify();
            }
        }
        System.out.println("sum=" + sum);
    }
}
