// SPDX-License-Identifier: Apache-2.0
/// Reads and writes messages on the fly, from a [dev.ashlar.sbe.ir.Schema] and without generated code.
///
/// ```text
///  bytes ── MessageValidator ──► ValidationResult
///    │
///    ├──── MessageSplitter ──► BlockListener (yours): the blocks, whole; NullBlock makes them fit
///    ├──── OtfDecoder ──► MessageListener (yours)
///    │          └───────► JsonWriter ──► one JSON object a line
///    │                                        │
///    └──── OtfEncoder ◄── MessageBuilder      │
///               └─────◄── JsonReader ◄────────┘
/// ```
/// [dev.ashlar.sbe.otf.JsonObject] writes other JSON: reports and answers of the modules above.
///
/// Threads: every class here reuses its own buffers and belongs to one thread at a time; schemas are shared freely.
/// Start reading at [dev.ashlar.sbe.otf.OtfDecoder].
package dev.ashlar.sbe.otf;
