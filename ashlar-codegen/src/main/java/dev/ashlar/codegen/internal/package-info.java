// SPDX-License-Identifier: Apache-2.0
/// How each part of a schema becomes Java: one small emitter per IR record, over templates that look like what they
/// make.
///
/// ```
/// JavaSources ─ FileNames            names of files, free of collisions
///             ─ EnumEmitter, SetEmitter, CompositeEmitter, MessageEmitter ─ GroupEmitter
///                                    └─ StructEmitter ─ SlotEmitter, MetaEmitter, PrintEmitter
///                                                     ─ VarDataEmitter, WalkEmitter
/// ```
///
/// A *slot* is a value at a fixed offset: the field of a block or the member of a composite. A *scope* hands out names.
/// Threads: one run is confined to one thread. Start reading at [dev.ashlar.codegen.internal.JavaSources].
package dev.ashlar.codegen.internal;
