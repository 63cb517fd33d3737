// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.object;

import dev.ashlar.bench.Target;
import java.util.List;
import java.util.Optional;

/// The contenders.
enum Kind {
    ASHLAR("Ashlar", false, Optional.empty(), Optional.empty()),
    SERIALIZABLE("Java serialisation", false, Optional.of(ASHLAR), Optional.of(Target.atLeast(130))),
    BUFFER("ByteBuffer by hand, value by value", false, Optional.of(ASHLAR), Optional.of(Target.atLeast(4.5))),
    BUFFER_BULK("ByteBuffer by hand, arrays in bulk", false, Optional.of(ASHLAR), Optional.empty()),
    KRYO("Kryo", true, Optional.of(ASHLAR), Optional.of(Target.atLeast(2))),
    KRYO_UNSAFE("Kryo, Unsafe streams", true, Optional.of(ASHLAR), Optional.of(Target.atLeast(2))),
    FORY("Fory", true, Optional.of(ASHLAR), Optional.of(Target.atLeast(2))),
    ASHLAR_REUSED("Ashlar, object filled again", false, Optional.empty(), Optional.empty()),
    BUFFER_REUSED("ByteBuffer by hand, object filled again", false, Optional.of(ASHLAR_REUSED), Optional.empty());

    private final String text;
    private final boolean warns;
    private final Optional<Kind> ours;
    private final Optional<Target> target;

    Kind(String text, boolean warns, Optional<Kind> ours, Optional<Target> target) {
        this.text = text;
        this.warns = warns;
        this.ours = ours;
        this.target = target;
    }

    String text() {
        return text;
    }

    /// With what it is compared; nothing for our own.
    Optional<Kind> ours() {
        return ours;
    }

    /// How many times as fast ours shall be.
    Optional<Target> target() {
        return target;
    }

    /// Flags of its JVM.
    List<String> flags() {
        return warns ? List.of("--sun-misc-unsafe-memory-access=allow") : List.of();
    }

    ItemCodec codec() {
        return switch (this) {
            case ASHLAR -> new AshlarCodec(false);
            case ASHLAR_REUSED -> new AshlarCodec(true);
            case SERIALIZABLE -> new SerializableCodec();
            case BUFFER -> new BufferCodec(false, false);
            case BUFFER_BULK -> new BufferCodec(false, true);
            case BUFFER_REUSED -> new BufferCodec(true, false);
            case KRYO -> new KryoCodec(false);
            case KRYO_UNSAFE -> new KryoCodec(true);
            case FORY -> new ForyCodec();
        };
    }
}
