// SPDX-License-Identifier: Apache-2.0
/// The parts of an [dev.ashlar.flow.Admission], which decides; these remember, divide, publish, count and report.
///
/// ```
///   Admission ─► Permits          requests that were admitted, in the order in which they wait
///             ─► PartitionDepths  how many of each partition there are, and how the limit is divided
///             ─► ServiceTimes     how long recent requests took
///             ─► AdmissionState   what threads read without the lock ◄── AdmissionNotices: the listener
///             ─► AdmissionCounts  what was decided so far
/// ```
///
/// **Threads**: all but counts, state and notices are used under the admission's lock. Start reading at
/// [dev.ashlar.flow.internal.admission.Permits].
package dev.ashlar.flow.internal.admission;
