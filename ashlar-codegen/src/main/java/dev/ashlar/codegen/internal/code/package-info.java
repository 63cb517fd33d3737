// SPDX-License-Identifier: Apache-2.0
/// State and helpers that emitters share: the names and expressions that the code of a schema, block or group needs.
///
/// ```text
///   SchemaCode ─► BlockCode ─► GroupCode          group in group
///   OrderChecks                                   calls that check the order of groups and data
///   NullPath                                      the test whether a value is null
/// ```
///
/// **Threads**: one run is confined to one thread.
///
/// Start with [SchemaCode]. Uses `naming`, `layout` and `text`.
package dev.ashlar.codegen.internal.code;
