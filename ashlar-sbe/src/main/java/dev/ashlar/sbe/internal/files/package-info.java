// SPDX-License-Identifier: Apache-2.0
/// Files written whole or not at all; for the modules of the project that write files.
package dev.ashlar.sbe.internal.files;
