// SPDX-License-Identifier: Apache-2.0
/// What code that Calcite makes for a query calls. Not for others: it changes without notice.
package dev.ashlar.sql.runtime;
