// SPDX-License-Identifier: Apache-2.0
/// What tests share: seeds that are printed, the corpus where it is present, allocation that is counted.
package dev.ashlar.testkit;
