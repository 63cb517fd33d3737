// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.runtime.columnar;

import dev.ashlar.sql.runtime.StepRows;

/// Measures the rows and the time of a step.
public record MeasuredColumns(Step step, StepRows measured) implements Step {
    @Override
    public Columns read(Run run) {
        long start = System.nanoTime();
        Columns found = step.read(run);
        measured.add(found.rows(), System.nanoTime() - start);
        return found;
    }
}
