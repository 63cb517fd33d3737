// SPDX-License-Identifier: Apache-2.0
/// What `ashlar demo` shows: a sample feed written to a capture and read back, with generated flyweights and on the
/// fly. Start reading at [dev.ashlar.cli.demo.Demo].
package dev.ashlar.cli.demo;
