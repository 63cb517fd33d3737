// SPDX-License-Identifier: Apache-2.0
/// Races, each with its forbidden outcomes named, run by jcstress: `mvn verify -Pstress`.
///
/// A race here is between threads, over memory on the heap or over two mappings of a file. Between processes, the same
/// instructions use the same caches. On two x86 cores few reorderings occur: code that passes here may still be wrong
/// elsewhere.
package dev.ashlar.stress;
