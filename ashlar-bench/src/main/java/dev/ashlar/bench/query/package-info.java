// SPDX-License-Identifier: Apache-2.0
/// How fast are questions answered over rows that lie as they came?
package dev.ashlar.bench.query;
