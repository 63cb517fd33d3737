// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.code;

import dev.ashlar.codegen.JavaOptions;
import dev.ashlar.codegen.internal.text.ClassBody;
import dev.ashlar.codegen.internal.text.Strings;
import dev.ashlar.sbe.ir.Group;
import dev.ashlar.sbe.ir.VarData;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// The calls that check the order in which groups and data of one block are read or written; empty if checks are off.
public final class OrderChecks {
    private final BlockCode code;
    private final boolean enabled;

    public OrderChecks(BlockCode code, JavaOptions options) {
        this.code = code;
        this.enabled = options.accessOrderChecks();
    }

    public BlockCode code() {
        return code;
    }

    public String field() {
        if (!enabled) {
            return "";
        }
        List<String> since = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (Group group : code.block().groups()) {
            since.add(Integer.toString(group.meta().sinceVersion()));
            names.add(Strings.literal(group.name()));
        }
        for (VarData data : code.block().data()) {
            since.add(Integer.toString(data.meta().sinceVersion()));
            names.add(Strings.literal(data.name()));
        }
        return "private final AccessOrder order = new AccessOrder(\"" + code.path() + "\", new int[] {"
                + String.join(", ", since) + "}" + names.stream().map(n -> ", " + n).collect(Collectors.joining())
                + ");\n";
    }

    /// Statement at the start of a message.
    public String restart(String version) {
        return line("order.restart(" + version + ");");
    }

    /// Statement before the header of a group of this block is read or written.
    public String enterGroup(GroupCode g) {
        return line("parentOrder.enterGroup(" + code.block().groups().indexOf(g.group()) + ", order);");
    }

    /// The argument of a constructor of a group of this block, after the message.
    public String argument() {
        return enabled ? ", order" : "";
    }

    /// The matching parameter of a group's constructor.
    public String parameter() {
        return enabled ? ", AccessOrder parentOrder" : "";
    }

    /// The argument for that parameter if there is no message.
    public String noParent(String path) {
        return enabled ? ", new AccessOrder(\"" + path + "\", new int[0])" : "";
    }

    /// Statements where an entry is wrapped without its message.
    public String single() {
        return enabled ? "    order.begin(1, actingVersion);\n    order.nextEntry();\n" : "";
    }

    public String assignment() {
        return line("this.parentOrder = parentOrder;");
    }

    public String parentField() {
        return enabled ? "private final AccessOrder parentOrder;\n" : "";
    }

    /// Statement after the header of a group was read or written.
    public String begin(String count) {
        return line("order.begin(" + count + ", " + (code.className().endsWith("Encoder") ? "Integer.MAX_VALUE"
                : "message.actingVersion()") + ");");
    }

    public String nextEntry() {
        return line("order.nextEntry();");
    }

    public String resetCount() {
        return line("order.resetCount();");
    }

    /// Statement before data is read or written.
    public String consume(int data) {
        return line("order.consume(" + (code.block().groups().size() + data) + ");");
    }

    /// Statement before the length of data is read.
    public String require(int data) {
        return line("order.require(" + (code.block().groups().size() + data) + ");");
    }

    public String skipped() {
        return line("order.skipRest();");
    }

    public String skippedGroup() {
        return line("order.skipGroup();");
    }

    public void completeness(ClassBody out) {
        if (enabled) {
            out.member("""
                    /// Checks that every group and all data were written.
                    ///
                    /// @throws IllegalStateException if one is missing
                    public void checkEncodingIsComplete() {
                        order.checkComplete();
                    }""");
        }
    }

    private String line(String statement) {
        return enabled ? "    " + statement + "\n" : "";
    }
}
