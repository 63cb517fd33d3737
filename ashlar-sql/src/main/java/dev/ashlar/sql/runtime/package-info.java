// SPDX-License-Identifier: Apache-2.0
/// Classes that generated code calls. Not an API: they change without notice.
package dev.ashlar.sql.runtime;
