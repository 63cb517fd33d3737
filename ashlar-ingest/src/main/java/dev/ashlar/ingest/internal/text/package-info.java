// SPDX-License-Identifier: Apache-2.0
/// Numbers and times from bytes, without objects.
///
/// ```text
///   NumberText   TimeText     a value at a time; one object reads many
///       └─────┬─────┘
///        DigitWords           eight characters at a time
/// ```
///
/// **Threads**: one for each object.
///
/// Start with [NumberText]. Uses nothing of its siblings.
package dev.ashlar.ingest.internal.text;
