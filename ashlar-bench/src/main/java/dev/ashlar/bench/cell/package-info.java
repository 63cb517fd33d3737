// SPDX-License-Identifier: Apache-2.0
/// A spaceship whose place is read and moved by several threads at once, behind every lock the JDK has and behind none.
///
/// Each implementation runs in a JVM of its own: in one JVM they would be called through one interface, and what the
/// first ones taught the JIT would be paid for by the others.
package dev.ashlar.bench.cell;
