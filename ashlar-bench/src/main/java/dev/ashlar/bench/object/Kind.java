// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.object;

import dev.ashlar.bench.Target;
import dev.ashlar.lab.object.ItemCodec;
import dev.ashlar.lab.object.ObjectWay;
import java.util.List;
import java.util.Optional;

/// The contenders.
enum Kind {
    ASHLAR(ObjectWay.ASHLAR, Optional.empty(), Optional.empty()),
    SERIALIZABLE(ObjectWay.SERIALIZABLE, Optional.of(ASHLAR), Optional.of(Target.atLeast(130))),
    BUFFER(ObjectWay.BUFFER, Optional.of(ASHLAR), Optional.of(Target.atLeast(4.5))),
    BUFFER_BULK(ObjectWay.BUFFER_BULK, Optional.of(ASHLAR), Optional.empty()),
    KRYO(ObjectWay.KRYO, Optional.of(ASHLAR), Optional.of(Target.atLeast(2))),
    KRYO_UNSAFE(ObjectWay.KRYO_UNSAFE, Optional.of(ASHLAR), Optional.of(Target.atLeast(2))),
    FORY(ObjectWay.FORY, Optional.of(ASHLAR), Optional.of(Target.atLeast(2))),
    ASHLAR_REUSED(ObjectWay.ASHLAR_REUSED, Optional.empty(), Optional.empty()),
    BUFFER_REUSED(ObjectWay.BUFFER_REUSED, Optional.of(ASHLAR_REUSED), Optional.empty());

    private final ObjectWay way;
    private final Optional<Kind> ours;
    private final Optional<Target> target;

    Kind(ObjectWay way, Optional<Kind> ours, Optional<Target> target) {
        this.way = way;
        this.ours = ours;
        this.target = target;
    }

    String text() {
        return way.text();
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
        return way.flags();
    }

    ItemCodec codec() {
        return way.open();
    }
}
