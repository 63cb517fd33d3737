// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

/// What a pool has of the machine's memory, as the system tells it. On Linux the figures are those of the mappings in
/// which the extents lie; where the kernel has merged an extent with memory next to it, they include that.
///
/// @param residentBytes bytes that are in RAM now
/// @param hugePageBytes of these, bytes in huge pages
public record Residence(long residentBytes, long hugePageBytes) {
}
