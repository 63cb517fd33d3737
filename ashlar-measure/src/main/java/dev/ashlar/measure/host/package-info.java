// SPDX-License-Identifier: Apache-2.0
/// The machine that figures come from: what it has, what disturbed it, and JVMs of one's own on it.
///
/// ```
///   Machine      what there is: cores, memory, caches, disk, collectors
///   Cgroup       what bounds this process within it
///   Environment  the same and more in words, for the report
///   Disturbance      what disturbed a measurement ◄── Ticks (all programs), OwnUse (this one), ClockSpeed (the clock)
///   Counters     what the processor counts, by perf, event by event
///   ChildJvm     a JVM with flags of its own
///   Scratch      its folders, removed however it ends
/// ```
///
/// Everything Linux tells in files is read here and nowhere else; where there is none of it, it is unknown, not zero.
package dev.ashlar.measure.host;
