// SPDX-License-Identifier: Apache-2.0
/// What emitters share: where the code of a schema, a block or a group finds what it needs, and calls that many
/// emitters make.
///
/// ```text
///   SchemaCode ─► BlockCode ─► GroupCode          group in group
///   OrderChecks                                   calls that check the order of groups and data
///   NullPath                                      what tells that a value is null
/// ```
///
/// **Threads**: one run is confined to one thread.
///
/// Start with [SchemaCode]. Uses `naming`, `layout` and `text`.
package dev.ashlar.codegen.internal.code;
