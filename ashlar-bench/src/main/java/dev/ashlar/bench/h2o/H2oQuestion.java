// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.h2o;

import java.util.Locale;

/// The published questions, in SQL.
enum H2oQuestion {
    Q1("sum v1 by id1", 1, "select id1, sum(v1) as v1 from x group by id1"),
    Q2("sum v1 by id1, id2", 2, "select id1, id2, sum(v1) as v1 from x group by id1, id2"),
    Q3("sum v1, mean v3 by id3", 1, "select id3, sum(v1) as v1, avg(v3) as v3 from x group by id3"),
    Q4("mean v1:v3 by id4", 1, "select id4, avg(v1) as v1, avg(v2) as v2, avg(v3) as v3 from x group by id4"),
    Q5("sum v1:v3 by id6", 1, "select id6, sum(v1) as v1, sum(v2) as v2, sum(v3) as v3 from x group by id6"),
    Q6("median v3, sd v3 by id4, id5", 2,
            "select id4, id5, median(v3) as median_v3, stddev_samp(v3) as sd_v3 from x group by id4, id5"),
    Q7("max v1 - min v2 by id3", 1, "select id3, max(v1) - min(v2) as range_v1_v2 from x group by id3"),
    Q8("largest two v3 by id6", 1, "select id6, v3 from (select id6, v3, row_number() over (partition by id6 "
            + "order by v3 desc) as order_v3 from x) as ranked where order_v3 <= 2"),
    Q9("regression v1 v2 by id2, id4", 2,
            "select id2, id4, power(corr(v1, v2), 2) as r2 from x group by id2, id4"),
    Q10("sum v3, count by id1:id6", 6,
            "select id1, id2, id3, id4, id5, id6, sum(v3) as v3, count(*) as c from x group by id1, id2, id3, id4, id5, id6");

    private final String label;
    /// Number of key columns in the answer; the others are numbers.
    final int keys;
    final String sql;

    H2oQuestion(String label, int keys, String sql) {
        this.label = label;
        this.keys = keys;
        this.sql = sql;
    }

    String label() {
        return name().toLowerCase(Locale.ROOT) + " " + label;
    }
}
