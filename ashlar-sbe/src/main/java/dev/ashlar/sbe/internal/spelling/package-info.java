// SPDX-License-Identifier: Apache-2.0
/// Names that were meant, for messages to users; for the modules of the project that look names up.
package dev.ashlar.sbe.internal.spelling;
