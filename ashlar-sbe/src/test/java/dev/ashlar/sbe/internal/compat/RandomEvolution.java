// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.internal.compat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// A random message that changes at random, well or badly, from version 1 to version 2.
final class RandomEvolution {
    private static final String[] PRIMITIVES = {"uint8", "uint16", "uint32", "uint64"};

    private final SplittableRandom random;
    private final Block root;
    private int lastId;

    private static final class Block {
        final List<Field> fields = new ArrayList<>();
        final List<Group> groups = new ArrayList<>();
        final List<String[]> data = new ArrayList<>();
        int padding;
    }

    private static final class Field {
        int id;
        String name;
        int primitive;
        int gap;
        int since;

        int length() {
            return 1 << primitive;
        }
    }

    private static final class Group {
        int id;
        int since;
        Block block;
    }

    RandomEvolution(SplittableRandom random) {
        this.random = random;
        this.root = block(2);
    }

    private Block block(int depth) {
        Block block = new Block();
        for (int i = random.nextInt(1, 4); i > 0; i--) {
            block.fields.add(field(0));
        }
        for (int i = depth == 0 ? 0 : random.nextInt(3); i > 0; i--) {
            block.groups.add(group(depth - 1, 0));
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            block.data.add(data(0));
        }
        block.padding = random.nextInt(3);
        return block;
    }

    private Field field(int since) {
        Field field = new Field();
        field.id = ++lastId;
        field.name = "f" + lastId;
        field.primitive = random.nextInt(PRIMITIVES.length);
        field.gap = random.nextInt(3) == 0 ? random.nextInt(9) : 0;
        field.since = since;
        return field;
    }

    private Group group(int depth, int since) {
        Group group = new Group();
        group.id = ++lastId;
        group.since = since;
        group.block = block(depth);
        return group;
    }

    private String[] data(int since) {
        return new String[] {Integer.toString(++lastId), Integer.toString(since)};
    }

    /// Changes one thing.
    void change() {
        Block block = root;
        while (!block.groups.isEmpty() && random.nextInt(3) == 0) {
            block = any(block.groups).block;
        }
        int since = random.nextInt(4) == 0 ? 0 : 2;
        switch (random.nextInt(14)) {
            case 0, 1 -> append(block, field(since));
            case 2 -> block.fields.add(random.nextInt(block.fields.size() + 1), field(since));
            case 3 -> insertIntoGap(block, since);
            case 4 -> removeField(block);
            case 5 -> block.fields.add(block.fields.isEmpty() ? field(since) : block.fields.removeFirst());
            case 6 -> anyField(block, since).primitive = random.nextInt(PRIMITIVES.length);
            case 7, 8 -> renameOrRedate(anyField(block, since));
            case 9 -> block.padding = random.nextInt(6);
            case 10 -> block.groups.add(random.nextInt(block.groups.size() + 1), group(0, since));
            case 11 -> block.data.add(random.nextInt(block.data.size() + 1), data(since));
            case 12 -> remove(block.groups);
            default -> remove(block.data);
        }
    }

    /// What stood behind the last field as padding now holds the new one.
    private void append(Block block, Field field) {
        block.fields.add(field);
        block.padding = Math.max(0, block.padding - field.length() - field.gap);
    }

    private void insertIntoGap(Block block, int since) {
        for (int i = 0; i < block.fields.size(); i++) {
            Field next = block.fields.get(i);
            Field added = field(since);
            added.gap = 0;
            if (next.gap >= added.length()) {
                next.gap -= added.length();
                block.fields.add(i, added);
                return;
            }
        }
    }

    private void removeField(Block block) {
        if (!block.fields.isEmpty()) {
            int index = random.nextInt(block.fields.size());
            Field removed = block.fields.remove(index);
            if (index < block.fields.size() && random.nextBoolean()) {
                block.fields.get(index).gap += removed.gap + removed.length();
            }
        }
    }

    /// Not both: an old field under a new name that says it is new is a new field, though the id says otherwise.
    private void renameOrRedate(Field field) {
        if (field.name.endsWith("x") || field.since == 0 && random.nextBoolean()) {
            field.name += "x";
        } else {
            field.since = random.nextInt(3);
        }
    }

    private Field anyField(Block block, int since) {
        if (block.fields.isEmpty()) {
            block.fields.add(field(since));
        }
        return any(block.fields);
    }

    private <T> T any(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    private void remove(List<?> list) {
        if (!list.isEmpty()) {
            list.remove(random.nextInt(list.size()));
        }
    }

    /// The schema as it stands now.
    String schema(int version) {
        StringBuilder text = new StringBuilder();
        int blockLength = content(root, version, text);
        return Evolution.schema("", version, Evolution.TYPES,
                "<message name=\"M\" id=\"1\" blockLength=\"" + blockLength + "\">" + text + "</message>");
    }

    private int content(Block block, int version, StringBuilder text) {
        int end = 0;
        for (Field field : block.fields) {
            end += field.gap;
            text.append("<field name=\"%s\" id=\"%d\" type=\"%s\" offset=\"%d\" presence=\"optional\" sinceVersion=\"%d\"/>%n"
                    .formatted(field.name, field.id, PRIMITIVES[field.primitive], end, Math.min(version, field.since)));
            end += field.length();
        }
        for (Group group : block.groups) {
            StringBuilder inner = new StringBuilder();
            int length = content(group.block, version, inner);
            text.append("<group name=\"g%d\" id=\"%d\" blockLength=\"%d\" sinceVersion=\"%d\">%n%s</group>%n"
                    .formatted(group.id, group.id, length, group.since, inner));
        }
        for (String[] data : block.data) {
            text.append("<data name=\"d%s\" id=\"%s\" type=\"varData\" sinceVersion=\"%s\"/>%n".formatted(data[0],
                    data[0], data[1]));
        }
        return end + block.padding;
    }
}
