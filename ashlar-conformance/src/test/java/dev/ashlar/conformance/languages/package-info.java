// SPDX-License-Identifier: Apache-2.0
/// Generated codecs of other languages against Java: the same JSON, the same bytes, the same verdict on hostile bytes.
///
/// Threads: one. Start reading at [LanguageConformanceTest].
package dev.ashlar.conformance.languages;
