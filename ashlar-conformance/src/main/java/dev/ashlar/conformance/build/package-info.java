// SPDX-License-Identifier: Apache-2.0
/// What the build of this module runs in Maven's own JVM: the last line of a build.
///
/// Threads: one. Start reading at [SkippedLanguages].
package dev.ashlar.conformance.build;
