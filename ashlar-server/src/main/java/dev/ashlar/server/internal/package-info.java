// SPDX-License-Identifier: Apache-2.0
/// What the gateway is made of: [dev.ashlar.server.internal.Intake] queues and records, `HttpPort` and `TcpPort` take
/// in, `Guards` and `AddressLimit` bound what a client can hold, `Pulse` counts.
package dev.ashlar.server.internal;
