// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.query;

import dev.ashlar.cli.answer.AnswerSettings;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.store.ReadOptions;
import java.util.List;

/// The settings with which `ashlar query` and `ashlar sql` run statements.
///
/// @param values of parameters, each `name=value`
record AskSettings(StatementOptions.Stores stores, ReadOptions reading, QueryOptions options, AnswerSettings answers,
        List<String> values) {
    AskSettings {
        values = List.copyOf(values);
    }
}
