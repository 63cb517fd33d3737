// SPDX-License-Identifier: Apache-2.0
/// How fast are generated codecs of other languages than Java ([dev.ashlar.bench.languages.LanguagesSuite])?
///
/// The suite generates the codecs of both sides and builds the programs next to it in the resources; each measures
/// itself, and a JVM that runs it reports what it prints.
package dev.ashlar.bench.languages;
