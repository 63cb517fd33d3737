// SPDX-License-Identifier: Apache-2.0
/// Suite `codec`: messages written and read by Ashlar, the SBE reference and protobuf.
///
/// ```
/// CarValues(i) ──encode──> Messages(i): one of the memories ──decode──> checksum == CarValues.checksum(i)
/// ```
///
/// One schema, `codec-benchmark.xml`, is compiled by Ashlar (package `ashlar`) and by the SBE reference (package
/// `sbe`); `codec-benchmark.proto` is the equivalent for protobuf (package `proto`). A subclass of [Codec] writes and
/// reads a message with one of them; the two for SBE are generated from one source, `src/main/templates`. All do the
/// same work: they use the same values, write and read every field, and add up what they read; text is read as bytes
/// into a reused array.
///
/// Threads: one. Start reading at [CodecBenchmark].
package dev.ashlar.bench.codec;
