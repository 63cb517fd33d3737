// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

/// The same SQL in our words and in those of another engine.
record SqlPair(String ours, String theirs) {
    static SqlPair same(String sql) {
        return new SqlPair(sql, sql);
    }

    /// Fills in both; `{0}` stands for the first part.
    static SqlPair of(String format, Object... parts) {
        return differing(format, format, parts);
    }

    /// The same for engines that write it otherwise.
    static SqlPair differing(String ours, String theirs, Object... parts) {
        String left = ours;
        String right = theirs;
        for (int i = 0; i < parts.length; i++) {
            SqlPair part = parts[i] instanceof SqlPair pair ? pair : same(String.valueOf(parts[i]));
            left = left.replace("{" + i + "}", part.ours);
            right = right.replace("{" + i + "}", part.theirs);
        }
        return new SqlPair(left, right);
    }
}
