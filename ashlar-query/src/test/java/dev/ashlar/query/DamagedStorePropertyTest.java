// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.query.QueryException.Reason;
import dev.ashlar.query.QueryOptions.Engine;
import dev.ashlar.store.IndexDeclaration.Kind;
import dev.ashlar.store.IndexDeclaration;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.testkit.Seed;
import dev.ashlar.testkit.TestFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Whatever happens to the files of a store that was closed, each question has the answer that it had before, or none
/// but that rows are damaged: by kernels, the interpreter and indexes.
class DamagedStorePropertyTest {
    @TempDir
    Path temp;
    private final SplittableRandom random = Seed.random("DamagedStorePropertyTest");
    private int right;
    private int refused;

    /// A question, and its answer.
    private record Asked(String relation, Plan plan, List<String> answer) { }

    @Test
    void shouldAnswerRightOrNotAtAll() throws IOException {
        run(2, 24, 8);
    }

    @Test
    @Tag("long")
    void shouldAnswerRightOrNotAtAllForLong() throws IOException {
        run(20, 300, 12);
    }

    private void run(int stores, int damages, int questionsOfEach) throws IOException {
        for (int i = 0; i < stores; i++) {
            Path folder = temp.resolve("s" + i);
            RandomDeals.write(folder, random, i % 3 == 2);
            declare(folder);
            List<Asked> questions = ask(folder, questionsOfEach);
            for (int n = 0; n < damages; n++) {
                Path damaged = temp.resolve("damaged");
                TestFiles.copy(folder, damaged);
                String what = damage(damaged);
                check(damaged, questions, what);
                TestFiles.delete(damaged);
            }
        }
        System.out.println("right=" + right + ", refused=" + refused);
        assertTrue(right > refused / 20 && refused > right / 20, () -> "right=" + right + ", refused=" + refused);
    }

    private static void declare(Path folder) throws IOException {
        try (StoreWriter writer = StoreWriter.open(folder, StoreOptions.defaults())) {
            writer.declare(new IndexDeclaration("Deal", List.of("id"), Kind.HASH));
            writer.declare(new IndexDeclaration("Deal", List.of("quantity"), Kind.SORTED));
            writer.declare(new IndexDeclaration("Deal_legs", List.of("leg"), Kind.SORTED));
        }
    }

    /// @param ofEach how many questions to each relation
    private List<Asked> ask(Path folder, int ofEach) throws IOException {
        List<Asked> asked = new ArrayList<>();
        try (Store store = Store.open(folder)) {
            for (Relation relation : Relations.of(store).all()) {
                RandomPlans plans = new RandomPlans(relation, KernelPropertyTest.rows(relation), random);
                for (int i = 0; i < ofEach; i++) {
                    Plan plan = i == 0 ? relation.scan().count().plan() : plans.next();
                    List<String> answer = KernelPropertyTest.answer(plan, Engine.INTERPRETER, 1);
                    if (Arrays.stream(Reason.values()).noneMatch(reason -> answer.contains(reason.name()))) {
                        asked.add(new Asked(relation.name(), plan, answer));
                    }
                }
            }
        }
        return asked;
    }

    private void check(Path folder, List<Asked> questions, String what) throws IOException {
        try (Store store = Store.open(folder)) {
            Relations relations = Relations.of(store);
            for (Asked asked : questions) {
                Plan was = asked.plan();
                Plan plan = new Plan(relations.get(asked.relation()), was.where(), was.outputs(), was.aggregates(),
                        was.grouped(), was.order(), was.offset(), was.limit());
                String place = what + ": " + asked.relation() + " " + was;
                compare(asked, KernelPropertyTest.answer(plan, Engine.BEST, 1 + random.nextInt(2)), place);
                compare(asked, KernelPropertyTest.answer(plan, Engine.INTERPRETER, 1), place);
            }
        } catch (StoreException e) {
            refused++;
        }
    }

    private void compare(Asked asked, List<String> answer, String place) {
        if (!answer.isEmpty() && answer.getLast().equals(Reason.CORRUPT.name())) {
            List<String> before = answer.subList(0, answer.size() - 1);
            assertEquals(asked.answer().subList(0, Math.min(before.size(), asked.answer().size())), before, place);
            refused++;
        } else {
            assertEquals(asked.answer(), answer, place);
            right++;
        }
    }

    /// Damages a file of chunks.
    private String damage(Path folder) throws IOException {
        List<Path> files = TestFiles.files(folder.resolve("extents"));
        Path file = files.get(random.nextInt(files.size()));
        try (FileChannel content = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            long size = content.size();
            // The entries are 64 at the beginning; chunks in use follow each other from the first.
            long at = random.nextInt(3) == 0 ? 4096 + random.nextLong(64 * 128) : random.nextLong(size);
            switch (random.nextInt(6)) {
                case 0 -> {
                    content.truncate(at);
                    return "cut to " + at;
                }
                case 1 -> {
                    content.truncate(at);
                    content.write(ByteBuffer.allocate(1), size - 1);
                    return "cut to " + at + " and grown";
                }
                case 2 -> {
                    content.write(ByteBuffer.allocate((int) Math.min(4096, size - at / 4096 * 4096)),
                            at / 4096 * 4096);
                    return "zeros at " + at / 4096 * 4096;
                }
                case 3 -> {
                    if (random.nextInt(4) == 0) {
                        Files.delete(file);
                        return "without " + file.getFileName();
                    }
                }
                default -> { }
            }
            ByteBuffer one = ByteBuffer.allocate(1);
            content.read(one, at);
            one.put(0, (byte) (one.get(0) ^ 1 << random.nextInt(8))).rewind();
            content.write(one, at);
            return "a bit at " + at + " of " + file.getFileName();
        }
    }
}
