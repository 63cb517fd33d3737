// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal.feed;

import dev.ashlar.server.internal.limits.AddressLimit;
import dev.ashlar.server.internal.metrics.GatewayMetrics;
import dev.ashlar.server.internal.metrics.RejectedException;
import dev.ashlar.server.internal.metrics.Rejection;
import java.net.InetAddress;
import java.util.concurrent.Semaphore;

/// How many streams of events there may be at once, in all and of one address.
///
/// **Threading**: any.
public final class StreamSlots {
    private final Semaphore free;
    private final AddressLimit addresses;
    private final GatewayMetrics meters;

    public StreamSlots(int most, int mostOfAddress, GatewayMetrics meters) {
        free = new Semaphore(most);
        addresses = new AddressLimit(mostOfAddress);
        this.meters = meters;
    }

    /// Takes a slot, to be given back by [#leave].
    ///
    /// @throws RejectedException if there is none
    void enter(InetAddress address) {
        if (!addresses.enter(address)) {
            throw new RejectedException(Rejection.TOO_MANY, "as many streams of this address are open as may be: most="
                    + addresses.most() + "; close one, or try again later");
        }
        if (!free.tryAcquire()) {
            addresses.leave(address);
            throw new RejectedException(Rejection.TOO_MANY, "as many streams are open as may be: try again later");
        }
        meters.streams.incrementAndGet();
    }

    void leave(InetAddress address) {
        meters.streams.decrementAndGet();
        free.release();
        addresses.leave(address);
    }
}
