// SPDX-License-Identifier: Apache-2.0
/// Wireshark: one Lua file with tables of the schema, and the code shared by all schemas that walks over messages by
/// these tables.
///
/// ```text
///   LuaSources ─► LuaTables ─► LuaValues          file; messages, groups, data; fields and members
///                     └─► LuaTable                a table as text
/// ```
///
/// **Threads**: one run is confined to one thread.
///
/// Start with [LuaSources]. Uses `layout`, `model` and `text`.
package dev.ashlar.codegen.internal.wireshark;
