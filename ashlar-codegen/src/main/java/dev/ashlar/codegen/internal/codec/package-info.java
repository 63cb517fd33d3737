// SPDX-License-Identifier: Apache-2.0
/// Whole codecs: a class body for each composite, message, group and record.
///
/// ```text
///   CompositeEmitter, HeaderDecoderEmitter        composites; headers that are read with one access
///   MessageEncoderEmitter, MessageDecoderEmitter  ─► MessageClass: what both have
///      └─ GroupEncoderEmitter, GroupDecoderEmitter ─► GroupClass    nested in messages, group in group
///   RecordEmitter                                 records next to the codecs, on request
/// ```
///
/// **Threads**: one run is confined to one thread.
///
/// Start with [MessageDecoderEmitter]. Uses `member`, `type`, `code`, `naming`, `layout` and `text`.
package dev.ashlar.codegen.internal.codec;
