// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.otf;

import dev.ashlar.sbe.ir.Block;
import dev.ashlar.sbe.ir.Group;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Schema;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/// The kinds of blocks in a schema's messages, each before the kinds inside it.
///
/// ```text
///  index  table             parent          index  table              parent
///    0    Car                 -               3    Quote                -
///    1    Car_wheels          0               4    Quote_levels         3
///    2    Car_wheels_bolts    1               ...
/// ```
/// Messages come in the order of the schema, groups in the order of their block. Every kind has a table of its own:
///
/// 1. The table of a root block has the name of the message.
/// 2. The table of a group has the names from the message to the group, joined by `_`.
/// 3. If that name is taken by a message or another group, the names are joined by `$`, which no name in a schema
///    contains. Of two groups, the one added in the earlier version keeps `_`; with equal versions, the one with the
///    lower index.
///
/// So next to a message named `Car_wheels` the group is `Car$wheels`. Names are case-sensitive. A table keeps its name
/// when the schema grows, unless a new message takes it; [BlockKind#path()] stays the same even then.
///
/// **Threading**: immutable.
public final class BlockTree {
    private final List<BlockKind> kinds;

    private BlockTree(List<BlockKind> kinds) {
        this.kinds = kinds;
    }

    public static BlockTree of(Schema schema) {
        List<Place> places = new ArrayList<>();
        for (Message message : schema.messages()) {
            collect(places, new Place(BlockKind.NONE, message.name(), message, message, message.meta().sinceVersion()));
        }
        String[] tables = tables(places);
        return new BlockTree(IntStream.range(0, tables.length).mapToObj(i -> {
            Place place = places.get(i);
            return new BlockKind(i, place.parent, tables[i], place.path, place.message, place.block);
        }).toList());
    }

    /// All kinds, by index.
    public List<BlockKind> kinds() {
        return kinds;
    }

    /// The kinds of blocks in a message, its root block first.
    ///
    /// @throws IllegalArgumentException if the schema has no such message
    public List<BlockKind> kinds(Message message) {
        List<BlockKind> found = kinds.stream().filter(k -> k.message().id() == message.id()).toList();
        if (found.isEmpty()) {
            throw new IllegalArgumentException("message of another schema: templateId=" + message.id() + " ("
                    + message.name() + ")");
        }
        return found;
    }

    /// @param since the version that added the block, or the block that contains it if later
    private record Place(int parent, String path, Message message, Block block, int since) {
    }

    private static void collect(List<Place> places, Place place) {
        int index = places.size();
        places.add(place);
        for (Group group : place.block.groups()) {
            collect(places, new Place(index, place.path + "/" + group.name(), place.message, group,
                    Math.max(place.since, group.meta().sinceVersion())));
        }
    }

    private static String[] tables(List<Place> places) {
        String[] tables = new String[places.size()];
        Set<String> taken = new HashSet<>();
        List<Integer> byRank = IntStream.range(0, tables.length).boxed()
                .sorted(Comparator.comparing((Integer i) -> places.get(i).parent != BlockKind.NONE)
                        .thenComparing(i -> places.get(i).since))
                .toList();
        for (int i : byRank) {
            String path = places.get(i).path;
            String plain = path.replace('/', '_');
            tables[i] = taken.add(plain) ? plain : path.replace('/', '$');
        }
        return tables;
    }
}
