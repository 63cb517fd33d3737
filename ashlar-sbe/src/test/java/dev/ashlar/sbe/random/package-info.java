// SPDX-License-Identifier: Apache-2.0
/// Random schemas, their XML, newer versions of them, and random messages with what a decoder must find in them. Other
/// modules' tests use it through the test jar.
///
/// Start reading at [dev.ashlar.sbe.random.RandomSchema].
package dev.ashlar.sbe.random;
