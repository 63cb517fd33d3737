// SPDX-License-Identifier: Apache-2.0
/// Decompression in plain Java: what pages of Parquet and buffers of Arrow are compressed with.
///
/// ```text
///   Decompressor ─► SnappyBlock, Lz4Block, Lz4Frame, Gzip
///              └──► ZstdFrame ─► ZstdLiterals ─► HuffmanTable ─┐
///                        └─────► ZstdSequences ─► FseTable ────┴─► BackwardBits
/// ```
///
/// Existing libraries are native code, or use the JDK's unsafe memory access, which Java 25 warns about
/// (docs/adr/0036-parquet-and-arrow-in.md). All bytes are untrusted: an input that breaks its format is a
/// [DamagedException], and no more is written than the caller expects.
///
/// **Threads**: one for each decompressor.
///
/// Start with [Decompressor]. Uses nothing of its siblings.
package dev.ashlar.export.reading.codec;
