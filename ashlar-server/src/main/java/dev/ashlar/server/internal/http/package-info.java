// SPDX-License-Identifier: Apache-2.0
/// HTTP requests and answers within their bounds, before a handler sees them.
///
/// ```text
///   request ─► RequestFilter ─► HttpAnswers.checked ─► handler ─► Exchange ─► answer
///                └─ PageOrigin    └─ RejectedException as a status
///   Exchange.Body ─► BodyText               text of a body        Preferences    the header `Prefer`
/// ```
///
/// **Threads**: each call belongs to the thread of its connection.
///
/// Start with [Exchange], then [RequestFilter]. Uses `limits` and `metrics`.
package dev.ashlar.server.internal.http;
