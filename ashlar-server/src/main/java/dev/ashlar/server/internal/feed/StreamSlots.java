// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal.feed;

import dev.ashlar.server.internal.limits.AddressLimit;
import dev.ashlar.server.internal.metrics.GatewayMetrics;
import dev.ashlar.server.internal.metrics.RejectedException;
import dev.ashlar.server.internal.metrics.Rejection;
import java.net.InetAddress;
import java.util.concurrent.Semaphore;

/// Limits the number of event streams at once, in total and from one address.
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

    /// Takes a slot; release it with [#leave].
    ///
    /// @throws RejectedException if there is none
    void enter(InetAddress address) {
        if (!addresses.enter(address)) {
            throw new RejectedException(Rejection.TOO_MANY, "too many streams from this address are open: most="
                    + addresses.most() + "; close one, or try again later");
        }
        if (!free.tryAcquire()) {
            addresses.leave(address);
            throw new RejectedException(Rejection.TOO_MANY, "too many streams are open: try again later");
        }
        meters.streams.incrementAndGet();
    }

    void leave(InetAddress address) {
        meters.streams.decrementAndGet();
        free.release();
        addresses.leave(address);
    }
}
