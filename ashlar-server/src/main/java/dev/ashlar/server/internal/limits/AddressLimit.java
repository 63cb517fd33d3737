// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal.limits;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;

/// Limits how much of a resource clients of one address may hold at once, so that one address cannot take all of it.
///
/// A network of IPv6 (64 bits) counts as one address: whoever has one of its addresses has all of them.
///
/// **Threading**: any. Remembers an address only while it holds something.
public final class AddressLimit {
    private static final int NETWORK_BYTES = 8;

    private final int most;
    private final ConcurrentHashMap<InetAddress, Integer> counts = new ConcurrentHashMap<>();

    public AddressLimit(int most) {
        this.most = most;
    }

    /// Takes one unit; release it with [#leave].
    ///
    /// @return whether there was one left for this address
    public boolean enter(InetAddress address) {
        boolean[] entered = new boolean[1];
        counts.compute(network(address), (_, count) -> {
            int now = count == null ? 0 : count;
            entered[0] = now < most;
            return entered[0] ? Integer.valueOf(now + 1) : count;
        });
        return entered[0];
    }

    public void leave(InetAddress address) {
        counts.computeIfPresent(network(address), (_, count) -> count == 1 ? null : count - 1);
    }

    public int most() {
        return most;
    }

    /// Number of addresses that hold something.
    public int addresses() {
        return counts.size();
    }

    private static InetAddress network(InetAddress address) {
        if (!(address instanceof Inet6Address)) {
            return address;
        }
        byte[] bytes = address.getAddress();
        Arrays.fill(bytes, NETWORK_BYTES, bytes.length, (byte) 0);
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new AssertionError("16 bytes are an address", e);
        }
    }
}
