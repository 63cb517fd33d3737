// SPDX-License-Identifier: Apache-2.0
/// How each part of a schema becomes Java: one small emitter per IR record, over templates that look like what they
/// make.
///
/// ```
/// JavaSources ─ FileNames                     names of files, free of collisions
///             ─ EnumEmitter                   the enum of an enum type
///             ─ SetEmitter                    encoder and decoder of a set
///             ─ CompositeEmitter              those of a composite
///             ─ HeaderDecoderEmitter          the decoder of a header that is read at once
///             ─ MessageEmitter                those of a message
///                └ GroupEncoderEmitter, GroupDecoderEmitter      nested in them, group in group
///             ─ RecordEmitter                 records beside them, where wanted
///
///   of composites, messages and groups:   EncoderSlots, DecoderSlots    the values at fixed offsets
///                                          └ ConstantEmitter            those that the schema fixes
///   of messages and groups:               DataCodecs                    var data
///                                         BlockCode, GroupCode          where all that finds what it needs
///   of decoders alone:                    WalkEmitter, PrintEmitter     ends of groups and data; text for people
///   of all members:                       MetaEmitter                   static methods that tell about them
/// ```
///
/// A *slot* is a value at a fixed offset: the field of a block or the member of a composite. A *scope* hands out names.
/// Threads: one run is confined to one thread. Start reading at [dev.ashlar.codegen.internal.JavaSources].
package dev.ashlar.codegen.internal;
