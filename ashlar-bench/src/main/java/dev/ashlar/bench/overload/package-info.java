// SPDX-License-Identifier: Apache-2.0
/// More requests than the gateway can serve: `ashlar bench overload`.
///
/// ```text
///   OverloadSuite ──► JVM: Gateways (clients, open loop) ──HTTP──► JVM: GatewayProcess (the real gateway, a disk)
/// ```
package dev.ashlar.bench.overload;
