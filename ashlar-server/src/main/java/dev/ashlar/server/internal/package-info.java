// SPDX-License-Identifier: Apache-2.0
/// The rooms of the gateway. [dev.ashlar.server.internal.RunningGateway] opens them and closes them. Each uses only
/// those below it:
///
/// ```text
///       endpoint                     HTTP listeners, their routes, one handler for each path
///       │      └─ feed               server-sent events: rows of a table, the state of the gateway
///       │           └─ http          requests and answers, within their bounds
///       │   tcp     │                framed messages over TCP
///       ├────┼──────┤
///     monitoring    │                one snapshot a second, and alerts
///       │    │      │
///      queue │      │                checked messages on their way into the store
///       │    └──────┤
///       │        limits              deadlines, addresses, memory, the token
///       └───────────┤
///     recording     │                the store, or the archive that rolls
///                metrics             counters, latencies, and the reasons for a rejection
/// ```
///
/// `RoomsTest` holds the picture and the imports together. Start with [dev.ashlar.server.internal.RunningGateway],
/// then [dev.ashlar.server.internal.queue.IngestQueue].
package dev.ashlar.server.internal;
