// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.query;

import dev.ashlar.bench.Fork;
import dev.ashlar.lab.figures.Range;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The measuring JVM: takes trades in, and asks each question several times.
public final class QueryProcess {
    private static final int WARM_PASSES = 3;
    private static final int PASSES = 5;

    private QueryProcess() {
    }

    /// What one JVM found.
    ///
    /// @param loadNs  that taking all rows in took
    /// @param fileNs  that taking them in from files took, by [FileKind]; empty for who has no such way
    /// @param firstNs of each question, the first time
    /// @param ns      of each question, the median when it had been asked some times
    /// @param answers hash of all answers
    record Found(long loadNs, List<Long> fileNs, List<Long> firstNs, List<Long> ns, int answers) {
        /// That taking all rows in took, from files for who has such a way.
        long loadNs(FileKind kind) {
            return fileNs.isEmpty() ? loadNs : fileNs.get(kind.ordinal());
        }

        String line() {
            StringBuilder line = new StringBuilder(loadNs + " " + answers + " " + fileNs.size());
            fileNs.forEach(time -> line.append(' ').append(time));
            for (int i = 0; i < ns.size(); i++) {
                line.append(' ').append(firstNs.get(i)).append(' ').append(ns.get(i));
            }
            return line.toString();
        }

        static Found parse(String line) {
            String[] words = line.split(" ");
            List<Long> files = new ArrayList<>();
            List<Long> first = new ArrayList<>();
            List<Long> ns = new ArrayList<>();
            int at = 3;
            while (files.size() < Integer.parseInt(words[2])) {
                files.add(Long.parseLong(words[at++]));
            }
            while (at < words.length) {
                first.add(Long.parseLong(words[at++]));
                ns.add(Long.parseLong(words[at++]));
            }
            return new Found(Long.parseLong(words[0]), files, first, ns, Integer.parseInt(words[1]));
        }
    }

    /// @param args contender, threads, rows, folder
    public static void main(String[] args) throws IOException {
        System.out.println(Fork.FOUND + measure(Contender.valueOf(args[0]), Integer.parseInt(args[1]),
                Long.parseLong(args[2]), Path.of(args[3])).line());
    }

    /// Starts a JVM that measures.
    ///
    /// @param parent of the folder that it uses, which is deleted afterwards
    static Found run(Contender contender, int threads, long rows, Path parent) throws IOException {
        Path folder = Files.createTempDirectory(parent, "ashlar-query");
        try {
            return Found.parse(Fork.run(contender.flags(rows), QueryProcess.class, List.of(contender.name(),
                    Integer.toString(threads), Long.toString(rows), folder.toString())));
        } finally {
            Fork.delete(folder);
        }
    }

    static Found measure(Contender contender, int threads, long rows, Path folder) throws IOException {
        List<Long> first = new ArrayList<>();
        List<Long> medians = new ArrayList<>();
        int answers = 1;
        try (Answers trades = contender.open(folder, threads)) {
            long start = System.nanoTime();
            trades.load(rows);
            long loadNs = System.nanoTime() - start;
            for (Question question : Question.values()) {
                List<Double> times = new ArrayList<>();
                List<String> answer = null;
                for (int pass = 0; pass < WARM_PASSES + PASSES; pass++) {
                    long asked = System.nanoTime();
                    List<String> found = trades.ask(question, rows);
                    long ns = System.nanoTime() - asked;
                    if (pass == 0) {
                        first.add(ns);
                    } else if (pass >= WARM_PASSES) {
                        times.add((double) ns);
                    }
                    if (answer != null && !answer.equals(found)) {
                        throw new IOException("answers differ: question=" + question + ", contender=" + contender);
                    }
                    answer = found;
                }
                medians.add((long) Range.of(times).median());
                answers = 31 * answers + answer.hashCode();
            }
            return new Found(loadNs, trades.loadFiles(folder), first, medians, answers);
        }
    }
}
