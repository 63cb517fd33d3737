// SPDX-License-Identifier: Apache-2.0
/// Enums and sets: the types that need no member code.
///
/// ```text
///   EnumEmitter                                   a Java enum
///   SetEmitter                                    encoder and decoder of a set
/// ```
///
/// **Threads**: one run is confined to one thread.
///
/// Start with [EnumEmitter]. Uses `code`, `naming`, `layout` and `text`.
package dev.ashlar.codegen.internal.type;
