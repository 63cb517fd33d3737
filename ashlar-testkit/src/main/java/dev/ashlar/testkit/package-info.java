// SPDX-License-Identifier: Apache-2.0
/// What tests share: seeds that are printed, schemas and captures of known content and the corpus where it is present,
/// allocation that is counted, pages of formats that are compared with code, programs in JVMs of their own.
package dev.ashlar.testkit;
