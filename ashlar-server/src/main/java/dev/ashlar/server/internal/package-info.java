// SPDX-License-Identifier: Apache-2.0
/// What the gateway is made of: [dev.ashlar.server.internal.IngestQueue] queues and records, `HttpPort` and `TcpPort`
/// take in, `ConnectionDeadlines` and `AddressLimit` bound what a client can hold, `GatewayMonitor` counts.
package dev.ashlar.server.internal;
