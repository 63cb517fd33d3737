// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.query;

/// How answers are shown.
///
/// @param timing whether it is said how many rows there were and how long they took
record AnswerSettings(AnswerFormat format, boolean timing) {
}
