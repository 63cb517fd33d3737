// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server;

import java.time.Duration;

/// What a gateway has done.
///
/// @param requests accepted requests
/// @param messages accepted messages; all are in the store
/// @param bytes    of these messages
/// @param refused  refused requests, and connections that were cut off
/// @param running  time from start to end
/// @param failure  why the store stopped accepting messages; empty if it did not
public record GatewayReport(long requests, long messages, long bytes, long refused, Duration running,
        String failure) { }
