// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import dev.ashlar.sbe.otf.ValidationResult.Status;

/// How many messages of a template were recorded without rows, for one reason.
///
/// @param schemaId   of their headers; -1 if they have none, or for messages counted together beyond a limit
/// @param templateId of their headers, likewise
/// @param status     what is wrong with the messages
/// @param count      of messages
public record UnsplitMessages(long schemaId, long templateId, Status status, long count) { }
