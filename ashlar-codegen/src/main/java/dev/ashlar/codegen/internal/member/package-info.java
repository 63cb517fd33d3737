// SPDX-License-Identifier: Apache-2.0
/// Members of codecs: accessors of slots, constants and var data, and what walks and prints them.
///
/// ```text
///   MemberSlots                                           what the next two have in common
///   EncoderSlots, DecoderSlots ─┬─ ConstantEmitter        values that the schema fixes
///                               └─ ByteArrays, TextArrays values of several elements
///   DataCodecs                                            var data
///   WalkEmitter, PrintEmitter                             decoders alone: ends of groups and data; text for people
///   MetaEmitter                                           static methods that describe a member
/// ```
///
/// **Threads**: one run is confined to one thread.
///
/// Start with [DecoderSlots]. Uses `type`, `code`, `naming`, `layout` and `text`.
package dev.ashlar.codegen.internal.member;
