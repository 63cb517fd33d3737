// SPDX-License-Identifier: Apache-2.0
/// How each part of a schema becomes Java: one small emitter per IR record, with templates that look like the generated
/// code. Each room uses only those below it:
///
/// ```text
///    JavaSources                the files of a schema
///         │
///       codec                   composites, messages and their groups, records
///         │
///       member                  accessors of fields, constants and var data; what prints them
///         │
///       type                    enums and sets
///         │
///       code                    what emitters share: of the schema, of a block, of a group
///         │
///       naming                  names of files, classes and members, free of collisions
///         │
///    layout      text           values at fixed offsets;  templates, comments, class bodies
/// ```
///
/// Other languages have a room each over what they share:
///
/// ```text
///       cpp, csharp, go, python, rust, typescript
///         │
///       model                   values with their versions and null tests, names, JSON
///         │
///    layout      text
/// ```
///
/// A *slot* is a value at a fixed offset: the field of a block or the member of a composite. A *scope* hands out
/// names. `RoomsTest` checks the imports against the picture.
///
/// Threads: one run is confined to one thread. Start reading at [dev.ashlar.codegen.internal.JavaSources].
package dev.ashlar.codegen.internal;
