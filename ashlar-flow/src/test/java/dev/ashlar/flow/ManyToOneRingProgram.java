// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.SplittableRandom;

/// What [ManyToOneRingIT] runs in a process of its own: a producer, which adds as fast as it can or step by step.
public final class ManyToOneRingProgram {
    /// What a producer does for one message; after each it can be killed or stopped.
    enum Step {
        CLAIM, FILL, WRITE, ENTER, FOLLOW
    }

    private ManyToOneRingProgram() {
    }

    /// @param args the file; `produce`, first number, seed; or `steps`; or `ask`
    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        ManyToOneRingFile file = ManyToOneRingFile.open(Path.of(args[0]));
        if (args[1].equals("ask")) {
            ask(file);
        }
        ManyToOneRingProducer producer = file.producer();
        if (args[1].equals("produce")) {
            OneToOneRingProgram.produce(producer, in, Long.parseLong(args[2]),
                    new SplittableRandom(Long.parseLong(args[3])));
        } else {
            step(producer, in);
        }
    }

    /// Asks who has a side, until it is killed.
    private static void ask(ManyToOneRingFile file) throws IOException {
        System.out.println("ready");
        while (true) {
            file.hasConsumer();
            file.hasProducer(0);
        }
    }

    /// Adds each number that it reads, one step for each line after that.
    private static void step(ManyToOneRingProducer producer, BufferedReader in) throws IOException {
        System.out.println("ready");
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            long number = Long.parseLong(line);
            long at = 0;
            long index = 0;
            for (Step step : Step.values()) {
                switch (step) {
                    case CLAIM -> at = producer.claim(OneToOneRingProgram.LONGEST, (int) number & 0xffff);
                    case FILL -> OneToOneRingProgram.fill(producer.memory(), at, OneToOneRingProgram.LONGEST, number);
                    case WRITE -> producer.write();
                    case ENTER -> index = producer.enter();
                    case FOLLOW -> producer.follow(index);
                }
                System.out.println(step + " " + (at < 0 ? at : index));
                in.readLine();
            }
        }
    }
}
