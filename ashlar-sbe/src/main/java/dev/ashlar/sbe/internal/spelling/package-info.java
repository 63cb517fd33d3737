// SPDX-License-Identifier: Apache-2.0
/// Suggestions for misspelt names, in messages to users; for the modules of the project that look up names.
package dev.ashlar.sbe.internal.spelling;
