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

/// What does it cost to write, and to read, all of a message MarketData (many small fields, one group, no text)?
///
/// The SBE reference, with its bounds checks on or off as the fork's flags say, and protobuf do the same with the same
/// values. Were Ashlar slower than the reference with its checks off, the shape of the generated code would change.
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Benchmark)
public class MarketDataBenchmark {
    /// Ashlar's messages.
    @State(Scope.Thread)
    public static class AshlarState {
        @Param("NATIVE")
        public MemoryKind memory;

        AshlarMarketData codec;

        @Setup
        public void open() {
            codec = new AshlarMarketData(memory);
            codec.verify();
        }

        @TearDown
        public void close() {
            codec.verify();
            codec.close();
        }
    }

    /// The messages of the SBE reference.
    @State(Scope.Thread)
    public static class SbeState {
        @Param("NATIVE")
        public MemoryKind memory;

        SbeMarketData codec;

        @Setup
        public void open() {
            codec = new SbeMarketData(memory);
            codec.verify();
        }

        @TearDown
        public void close() {
            codec.verify();
            codec.close();
        }
    }

    /// The messages of protobuf.
    @State(Scope.Thread)
    public static class ProtoState {
        ProtoMarketData codec;

        @Setup
        public void open() {
            codec = new ProtoMarketData();
            codec.verify();
        }

        @TearDown
        public void close() {
            codec.verify();
            codec.close();
        }
    }

    @Benchmark
    public int ashlarEncode(AshlarState state) {
        return state.codec.encode(state.codec.next());
    }

    @Benchmark
    public long ashlarDecode(AshlarState state) {
        return state.codec.decode(state.codec.next());
    }

    @Benchmark
    public int sbeEncode(SbeState state) {
        return state.codec.encode(state.codec.next());
    }

    @Benchmark
    public long sbeDecode(SbeState state) {
        return state.codec.decode(state.codec.next());
    }

    @Benchmark
    public int protoEncode(ProtoState state) {
        return state.codec.encode(state.codec.next());
    }

    @Benchmark
    public long protoDecode(ProtoState state) {
        return state.codec.decode(state.codec.next());
    }
}
