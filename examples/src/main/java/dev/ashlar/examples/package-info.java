// SPDX-License-Identifier: Apache-2.0
/// How Ashlar is used, in programs that the build compiles and runs. Start reading at [dev.ashlar.examples.QuickStart].
package dev.ashlar.examples;
