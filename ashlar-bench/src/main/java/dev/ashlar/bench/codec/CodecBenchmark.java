// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.codec;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/// What does it cost to write, and to read, a whole message Car (scalars, a composite, groups in a group, text),
/// MarketData (many small fields, one group, no text), Book (four entries and three orders in two groups) or Order (25
/// fields and no group)?
///
/// The SBE reference, with its bounds checks on or off by flags of the fork, and protobuf do the same with the same
/// values. If Ashlar were slower than the reference with its checks off, the shape of the generated code would change.
///
/// A fork opens one codec, so that its calls are monomorphic.
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Thread)
public class CodecBenchmark {
    @Param("ASHLAR_CAR")
    public CodecKind codec;
    @Param("NATIVE")
    public MemoryKind memory;
    private Codec messages;

    @Setup
    public void open() {
        messages = codec.open(memory);
        messages.verify();
    }

    @TearDown
    public void close() {
        messages.verify();
        messages.close();
    }

    @Benchmark
    public int encode() {
        return messages.encode(messages.next());
    }

    @Benchmark
    public long decode() {
        return messages.decode(messages.next());
    }

    /// The contender, and the message.
    public enum CodecKind {
        ASHLAR_CAR, SBE_CAR, PROTO_CAR, ASHLAR_MARKET_DATA, SBE_MARKET_DATA, PROTO_MARKET_DATA,
        ASHLAR_BOOK, SBE_BOOK, ASHLAR_ORDER, SBE_ORDER;

        /// @param memory memory of the messages; protobuf has its own
        Codec open(MemoryKind memory) {
            return switch (this) {
                case ASHLAR_CAR -> new AshlarCar(memory);
                case SBE_CAR -> new SbeCar(memory);
                case PROTO_CAR -> new ProtoCar();
                case ASHLAR_MARKET_DATA -> new AshlarMarketData(memory);
                case SBE_MARKET_DATA -> new SbeMarketData(memory);
                case PROTO_MARKET_DATA -> new ProtoMarketData();
                case ASHLAR_BOOK -> new AshlarBook(memory);
                case SBE_BOOK -> new SbeBook(memory);
                case ASHLAR_ORDER -> new AshlarOrder(memory);
                case SBE_ORDER -> new SbeOrder(memory);
            };
        }
    }

    /// The kind of memory of messages.
    public enum MemoryKind {
        /// All outside the heap.
        NATIVE,

        /// All in an array on the heap.
        ARRAY,

        /// In turn in an array on the heap, outside the heap, and in a mapped file.
        MIXED
    }
}
