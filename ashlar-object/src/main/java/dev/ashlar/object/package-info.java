// SPDX-License-Identifier: Apache-2.0
/// Writes objects as bytes and reads them back, as conveniently as `Serializable` and about as fast as code written by
/// hand.
///
/// ```text
///   ObjectRegistry  which classes may be written and read ── ShapeFinder: their fields ── ObjectShape, JavaType
///        │                                                                                    │
///        ├─ ObjectCodec    writes and reads objects of a class ◄── CodecMaker ◄── WriteCode, ReadCode, LengthCode
///        │       ▲
///        │       └ ArrayTail, TextTail, SequenceTail, SlotChecks: what generated code calls
///        ├─ ObjectDescription  names and types, once for all objects of a class
///        └─ ObjectWriter, ObjectReader  objects in a row, with their descriptions
///   ObjectNode  shows any object with its description, without its class
/// ```
///
/// Start at [dev.ashlar.object.ObjectRegistry]. The bytes: `docs/formats/object-v1.md`.
package dev.ashlar.object;
