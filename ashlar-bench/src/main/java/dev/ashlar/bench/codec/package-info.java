// SPDX-License-Identifier: Apache-2.0
/// Suite `codec`: messages written and read by Ashlar, the SBE reference and protobuf.
///
/// ```
/// CarValues(i) ──encode──> Messages(i): one of the memories ──decode──> checksum == CarValues.checksum(i)
/// ```
///
/// One schema, `codec-benchmark.xml`, is compiled by Ashlar (package `ashlar`) and by the SBE reference (package
/// `sbe`); `codec-benchmark.proto` says the same for protobuf (package `proto`). A subclass of [Codec] writes and reads
/// a message with one of them; the two of SBE are made from one source, `src/main/templates`. All do the same: they
/// take the values from the same place, write and read every field, and add up what they read; text is read as bytes
/// into an array that is used again.
///
/// Threads: one. Start reading at [CodecBenchmark].
package dev.ashlar.bench.codec;
