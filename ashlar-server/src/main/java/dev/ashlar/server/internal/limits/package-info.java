// SPDX-License-Identifier: Apache-2.0
/// What one client may hold of the gateway: time, connections, memory; and whether it has the token.
///
/// ```text
///   connection ──► DeadlineSelector ──► ConnectionDeadline ◄── ConnectionDeadlines cuts off the slow
///                    ├─ AddressLimit        connections of one address
///                    └─ Http10              answers to clients of HTTP/1.0
///   MemoryBudget     bytes of all bodies, or answers      AccessToken     the bearer token
///   ClientWatch      notices that a client has left       OpenFileLimit   fits connections to open files
/// ```
///
/// **Threads**: any. [ConnectionDeadlines] has a thread of its own.
///
/// Start with [DeadlineSelector]. Uses `metrics`.
package dev.ashlar.server.internal.limits;
