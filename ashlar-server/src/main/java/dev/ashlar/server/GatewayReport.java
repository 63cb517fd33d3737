// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server;

import java.time.Duration;

/// What a gateway has done by its end.
///
/// @param requests that were accepted
/// @param messages of them, all of which are in the store
/// @param bytes    of these messages
/// @param refused  requests that were not taken, and connections that were cut off
/// @param running  from its start to its end
/// @param failure  why the store took nothing any more; empty if it did to the end
public record GatewayReport(long requests, long messages, long bytes, long refused, Duration running,
        String failure) {
}
