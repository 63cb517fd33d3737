// SPDX-License-Identifier: Apache-2.0
/// The conformance kit of the file formats: small stores, rings and cells with the answers that every reader has to
/// give, whatever language it is written in. [dev.ashlar.conformance.formats.FormatKit] makes it; the tests here hold
/// Java to it, and run those of Python and C.
///
/// Start at [dev.ashlar.conformance.formats.FormatKit].
package dev.ashlar.conformance.formats;
