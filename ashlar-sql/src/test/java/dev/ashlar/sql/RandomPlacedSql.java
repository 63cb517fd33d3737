// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import java.util.SplittableRandom;

/// Random queries over the tables of [PlacedOrders], in SQL that several engines know.
public record RandomPlacedSql(SplittableRandom random) {
    private String pick(String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    /// Another one; rows of each come in a known order.
    public String query() {
        String where = random.nextInt(4) == 0 ? "" : " where " + condition(2);
        return switch (random.nextInt(10)) {
            case 0 -> "select _row, " + value(2) + ", " + value(1) + ", " + column() + " from Placed" + where
                    + " order by _row";
            case 1 -> "select " + column() + " as k, count(*), " + aggregate() + ", " + aggregate() + " from Placed" + where
                    + " group by k order by k";
            case 2 -> "select " + aggregate() + ", " + aggregate() + " from Placed" + where;
            case 3 -> "select _row, " + column() + " as k from Placed" + where + " order by k" + pick("", " desc",
                    " nulls first", " desc nulls last") + ", _row limit " + random.nextInt(20) + pick("", " offset 3");
            case 4 -> "select distinct side, flags_Hidden, filled from Placed" + where + " order by 1, 2, 3";
            case 5 -> "select p._row, l._row, share, " + value(1) + " from Placed p " + pick("", "left ")
                    + "join (select _row, _parent, leg, share from Placed_legs) l on l._parent = p._row and leg < 2" + where
                    + " order by 1, 2";
            case 6 -> "select filled, sum(quantity) from Placed" + where + " group by filled having count(*) > "
                    + random.nextInt(30) + " and sum(quantity) <> 3 order by filled";
            case 7 -> "select count(*), sum(quantity), min(side) from (select side, quantity from Placed" + where
                    + " order by " + pick("price", "quantity, _row desc", "_row") + " limit " + random.nextInt(30)
                    + pick("", " offset 2") + ") as t";
            case 8 -> nested(where);
            default -> "select _row, sum(quantity) over (partition by " + pick("side", "filled", "name")
                    + " order by _row), row_number() over (order by " + pick("price", "\"at\"", "ratio")
                    + ", _row) from Placed" + where + " order by _row";
        };
    }

    /// What comes after groups, orders and limits must not be done before them.
    private String nested(String where) {
        String first = "select _row, quantity, filled from Placed" + where + " order by quantity, _row limit 15";
        return switch (random.nextInt(4)) {
            case 0 -> "select * from (" + first + ") as t where quantity > 1 order by _row";
            case 1 -> "select _row, quantity from (" + first + " offset 3) as t order by quantity desc, _row limit 4";
            case 2 -> "select quantity + 1, _row from (" + first + ") as t order by _row limit 9 offset 1";
            default -> "select side, max(n), sum(s) from (select side, filled, count(*) as n, sum(quantity) as s "
                    + "from Placed" + where + " group by side, filled) as t where n > 2 group by side order by side";
        };
    }

    private String column() {
        return pick("side", "flags_Hidden", "name", "price", "\"limit\"", "quantity", "filled", "ratio", "\"at\"");
    }

    private String value(int depth) {
        if (depth == 0) {
            return pick("price", "\"limit\"", "quantity", "filled", "3", "-2.5", "0");
        }
        return switch (random.nextInt(6)) {
            case 0 -> "(" + value(depth - 1) + pick(" + ", " - ") + value(depth - 1) + ")";
            case 1 -> "(" + value(depth - 1) + " * " + pick("2", "quantity", "1.5", "filled") + ")";
            case 2 -> "case when " + condition(1) + " then " + value(0) + " else " + value(0) + " end";
            case 3 -> "coalesce(filled, quantity, 7)";
            case 4 -> "(quantity / " + pick("2", "3", "7") + ")";
            default -> value(0);
        };
    }

    private String condition(int depth) {
        if (depth > 0 && random.nextInt(2) == 0) {
            return "(" + condition(depth - 1) + pick(" and ", " or ") + pick("", "not ") + condition(depth - 1) + ")";
        }
        return switch (random.nextInt(9)) {
            case 0 -> value(1) + pick(" = ", " <> ", " < ", " <= ", " > ", " >= ") + value(1);
            case 1 -> pick("name", "\"limit\"", "filled", "ratio") + pick(" is null", " is not null");
            case 2 -> "side = '" + pick("Buy", "Sell", "None") + "'";
            case 3 -> "name " + pick("", "not ") + "like '" + pick("M%", "%n%", "_n_a", "%", "") + "'";
            case 4 -> "filled " + pick("", "not ") + "in (1, 3" + pick("", ", 5") + ")";
            case 5 -> "price between -1.5 and " + pick("2", "quantity", "\"limit\"");
            case 6 -> "flags_Hidden";
            case 7 -> "ratio " + pick("<", ">=", "=") + " 0.25";
            default -> "\"at\" " + pick("<", ">=") + " timestamp '1970-01-01 00:00:0" + random.nextInt(5)
                    + ".123456789'";
        };
    }

    private String aggregate() {
        return switch (random.nextInt(6)) {
            case 0 -> "count(" + column() + ")";
            case 1 -> "count(distinct " + column() + ")";
            case 2 -> "sum(" + value(1) + ")";
            case 3 -> pick("min(", "max(") + pick("price", "name", "\"at\"", "filled", "ratio") + ")";
            case 4 -> "cast(avg(ratio) as double)";
            default -> "sum(distinct " + pick("quantity", "filled") + ")";
        };
    }
}
