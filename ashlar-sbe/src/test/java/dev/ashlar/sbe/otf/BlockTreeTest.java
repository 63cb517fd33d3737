// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.otf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.ashlar.sbe.ParseOptions;
import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.sbe.TestSchema;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Meta;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.testkit.KnownSchemas;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BlockTreeTest {
    private static List<String> tables(String messages) {
        return tables(BlockTree.of(TestSchema.of("", messages).schema()));
    }

    private static List<String> tables(BlockTree tree) {
        return tree.kinds().stream().map(BlockKind::table).toList();
    }

    /// A group with a field, and what else it has.
    private static String group(String name, int id, String attributes, String content) {
        return "<group name=\"" + name + "\" id=\"" + id + "\"" + attributes + "><field name=\"x\" id=\"1\" type=\"uint8\"/>"
                + content + "</group>";
    }

    private static String message(String name, int id, String content) {
        return "<message name=\"" + name + "\" id=\"" + id + "\">" + content + "</message>";
    }

    @Test
    void shouldListBlocksDepthFirst() {
        Schema schema = TestSchema.of("", message("Car", 9, "<field name=\"a\" id=\"2\" type=\"uint16\"/>"
                + group("wheels", 3, "", group("bolts", 4, "", "")) + group("doors", 5, " blockLength=\"6\"", ""))
                + message("Bike", 1, group("wheels", 6, "", ""))).schema();
        BlockTree tree = BlockTree.of(schema);
        assertEquals(List.of("Car", "Car_wheels", "Car_wheels_bolts", "Car_doors", "Bike", "Bike_wheels"),
                tables(tree));
        assertEquals(List.of("Car", "Car/wheels", "Car/wheels/bolts", "Car/doors", "Bike", "Bike/wheels"),
                tree.kinds().stream().map(BlockKind::path).toList());
        assertEquals(List.of(-1, 0, 1, 0, -1, 4), tree.kinds().stream().map(BlockKind::parent).toList());
        assertEquals(List.of(2, 1, 1, 6, 0, 1), tree.kinds().stream().map(BlockKind::blockLength).toList());
        assertEquals(List.of(0, 1, 2, 3, 4, 5), tree.kinds().stream().map(BlockKind::index).toList());
        assertEquals(tree.kinds().subList(4, 6), tree.kinds(schema.message("Bike")));
        assertEquals(schema.message("Car").groups().getFirst().groups().getFirst(), tree.kinds().get(2).block());
        assertEquals(schema.message("Car"), tree.kinds().get(2).message());
    }

    @Test
    void shouldLeaveItsNameToTheMessageWhenAGroupWouldHaveTheSame() {
        assertEquals(List.of("A", "A$B", "A_B"), tables(message("A", 1, group("B", 2, "", "")) + message("A_B", 2,
                "")));
        assertEquals(List.of("A_B", "A", "A$B", "A_B_C"), tables(message("A_B", 2, "") + message("A", 1,
                group("B", 2, "", group("C", 3, "", "")))));
    }

    @Test
    void shouldTellGroupsApartWhenTheirNamesMeet() {
        assertEquals(List.of("A", "A_B", "A_B_C", "A$B_C"), tables(message("A", 1,
                group("B", 2, "", group("C", 3, "", "")) + group("B_C", 4, "", ""))));
        assertEquals(List.of("A", "A_B_C", "A_B", "A_B$C"), tables(message("A", 1, group("B_C", 4, "", "")) + message(
                "A_B", 2, group("C", 3, "", ""))));
    }

    /// Else the table of the older group would have another name from one version of a schema to the next.
    @Test
    void shouldKeepTheNameOfTheOlderGroup() {
        assertEquals(List.of("A", "A_B", "A$B$C", "A_B_C"), tables(message("A", 1,
                group("B", 2, "", group("C", 3, " sinceVersion=\"2\"", "")) + group("B_C", 4, " sinceVersion=\"1\"", ""))));
        // A group is as new as what it is in.
        assertEquals(List.of("A", "A_B", "A$B$C", "A_B_C"), tables(message("A", 1,
                group("B", 2, " sinceVersion=\"2\"", group("C", 3, "", "")) + group("B_C", 4, " sinceVersion=\"1\"", ""))));
    }

    @Test
    void shouldTellCapitalsApart() {
        assertEquals(List.of("A", "A_b", "A_B"), tables(message("A", 1, group("b", 2, "", "") + group("B", 3, "",
                ""))));
    }

    @Test
    void shouldRefuseMessagesOfOtherSchemas() {
        BlockTree tree = BlockTree.of(TestSchema.of("", message("A", 1, "")).schema());
        Message other = new Message(8, "N", 0, List.of(), List.of(), List.of(), Meta.NONE);
        assertEquals("message of another schema: templateId=8 (N)",
                assertThrows(IllegalArgumentException.class, () -> tree.kinds(other)).getMessage());
    }

    @Test
    void shouldNameEachTableOfKnownSchemasOnce() {
        for (Path file : KnownSchemas.all()) {
            SchemaParser.parse(file, ParseOptions.DEFAULT.withXInclude(true)).parsed().ifPresent(schema -> {
                List<String> tables = tables(BlockTree.of(schema));
                Set<String> once = new HashSet<>(tables);
                assertEquals(tables.size(), once.size(), file::toString);
            });
        }
    }

    @Test
    void shouldListTheBlocksOfAnExchange() {
        Schema schema = SchemaParser.parse(KnownSchemas.own("grid.xml")).schema();
        BlockTree tree = BlockTree.of(schema);
        assertEquals(6, schema.messages().size());
        assertEquals(12, tree.kinds().size());
        assertEquals(List.of("Pulse:0"), lengths(tree, schema, 2));
        assertEquals(List.of("DepthChange:12", "DepthChange_steps:28"), lengths(tree, schema, 21));
        assertEquals(List.of("Deal:12", "Deal_parts:26", "Deal_owners:12"), lengths(tree, schema, 22));
        assertEquals(List.of("ProductNotice:23", "ProductNotice_limits:9"), lengths(tree, schema, 30));
    }

    @Test
    void shouldListBlocksThreeDeep() {
        Schema schema = SchemaParser.parse(KnownSchemas.own("orbit.xml")).schema();
        BlockTree tree = BlockTree.of(schema);
        assertEquals(List.of("Beacon:15"), lengths(tree, schema, 1));
        assertEquals(List.of("Survey:8", "Survey_passes:4", "Survey_passes_sensors:1", "Survey_passes_sensors_samples:3"),
                lengths(tree, schema, 3));
    }

    private static List<String> lengths(BlockTree tree, Schema schema, int templateId) {
        return tree.kinds(schema.message(templateId)).stream().map(k -> k.table() + ":" + k.blockLength())
                .toList();
    }
}
