// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

/// How much physical memory a pool uses, as the system reports it. On Linux the figures are those of the mappings that
/// contain the extents; if the kernel has merged an extent with adjacent memory, they include that.
///
/// @param residentBytes bytes that are in RAM now
/// @param hugePageBytes of these, bytes in huge pages
public record Residence(long residentBytes, long hugePageBytes) { }
