// SPDX-License-Identifier: Apache-2.0
/// Races, each with its forbidden outcomes named, run by jcstress: `mvn verify -Pstress`.
///
/// A race here is of threads over memory on the heap, or over two mappings of a file; between processes the same
/// instructions meet the same caches.
/// On two cores of x86 few reorderings can be seen: what is not found here may still be wrong elsewhere.
package dev.ashlar.stress;
