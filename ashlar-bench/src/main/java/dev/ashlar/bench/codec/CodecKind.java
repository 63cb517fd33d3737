// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.codec;

/// Whose code, and which message.
public enum CodecKind {
    ASHLAR_CAR, SBE_CAR, PROTO_CAR, ASHLAR_MARKET_DATA, SBE_MARKET_DATA, PROTO_MARKET_DATA;

    /// @param memory of the messages; protobuf has its own
    Codec open(MemoryKind memory) {
        return switch (this) {
            case ASHLAR_CAR -> new AshlarCar(memory);
            case SBE_CAR -> new SbeCar(memory);
            case PROTO_CAR -> new ProtoCar();
            case ASHLAR_MARKET_DATA -> new AshlarMarketData(memory);
            case SBE_MARKET_DATA -> new SbeMarketData(memory);
            case PROTO_MARKET_DATA -> new ProtoMarketData();
        };
    }
}
