// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.languages;

import dev.ashlar.bench.Finding;
import dev.ashlar.bench.Programs;
import dev.ashlar.bench.Target;
import dev.ashlar.bench.TrialSuite;
import dev.ashlar.bench.codec.CarValues;
import dev.ashlar.measure.MeasurementPlan;
import dev.ashlar.measure.Recorder;
import dev.ashlar.measure.Scale;
import dev.ashlar.measure.Trial;
import dev.ashlar.measure.TrialRunner.Measured;
import dev.ashlar.measure.figures.Figures;
import dev.ashlar.measure.figures.Measure;
import dev.ashlar.measure.host.Scratch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.LongStream;

/// Are generated codecs for other languages as fast as those of sbe-tool, with all checks on?
///
/// If they were not, latency-critical applications would keep sbe-tool's flyweights in C++ and Rust, and the emitters
/// would have to change. sbe-tool has no peer for TypeScript and Python; there the question is what a typed codec costs
/// compared with the usual formats.
public final class LanguagesSuite extends TrialSuite {
    static final Measure TIME = Measure.less("time", "ns");
    static final Measure ANSWER = Measure.plain("hash of sum and bytes", "");
    static final List<String> DIRECTIONS = List.of("encode", "decode");
    private static final String SPACE = "\t";

    /// The folder of the programs while they are measured.
    private Optional<Path> folder = Optional.empty();

    public LanguagesSuite() {
        super("languages", "cars encoded and decoded by generated C++, Rust, Go, TypeScript and Python, against sbe-tool's,"
                + " JSON and struct", Integer.MAX_VALUE);
    }

    @Override
    protected MeasurementPlan plan(boolean quick, OptionalLong rows) throws IOException {
        Path programs = Files.createTempDirectory("ashlar-languages");
        folder = Optional.of(programs);
        CarPrograms cars = new CarPrograms(programs);
        List<Trial> trials = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        for (Language language : Language.values()) {
            List<String> missing = language.tools.stream().filter(tool -> !Programs.isFound(tool)).toList();
            if (missing.isEmpty()) {
                trials.addAll(trials(cars.build(language), quick));
            } else {
                notes.add("Skipped: " + language.label + ", without " + String.join(" and ", missing) + ".");
            }
        }
        return new MeasurementPlan(trials, notes);
    }

    static List<Trial> trials(Map<CarProgram, List<String>> commands, boolean quick) {
        List<Trial> trials = new ArrayList<>();
        for (String direction : DIRECTIONS) {
            commands.forEach((contender, command) -> trials.add(Trial.of(contender.subject(direction)).withThreads(1)
                    .with("contender", contender).with("command", String.join(SPACE, command)).with("direction", direction)
                    .with("millis", quick ? 1 : 20).withFlags(FLAGS)));
        }
        return trials;
    }

    @Override
    protected Measured measure(MeasurementPlan plan, Scale scale, int rounds, Consumer<String> progress)
            throws IOException {
        try {
            return super.measure(plan, scale, rounds, progress);
        } finally {
            if (folder.isPresent()) {
                Scratch.delete(folder.get());
                folder = Optional.empty();
            }
        }
    }

    @Override
    public void measure(Trial trial, Recorder recorder) throws IOException {
        CarProgram contender = CarProgram.valueOf(trial.text("contender"));
        String direction = trial.text("direction");
        List<String> command = new ArrayList<>(List.of(trial.text("command").split(SPACE)));
        command.add(direction);
        command.add(trial.text("millis"));
        String[] printed = Programs.run(command).strip().split(" ");
        if (contender.language.peer().isPresent() && !printed[1].equals(expectedSum())) {
            throw new IOException("wrong sum: sum=" + printed[1] + ", expected=" + expectedSum() + ", contender="
                    + contender.subject(direction));
        }
        recorder.sample(contender.subject(direction), TIME, Double.parseDouble(printed[0]));
        recorder.sample(contender.subject(direction), ANSWER, (printed[1] + " " + printed[2]).hashCode());
    }

    /// The sum of the cars of the suite `codec`.
    private static String expectedSum() {
        return Long.toUnsignedString(LongStream.range(0, CarValues.COUNT).map(i -> CarValues.checksum((int) i)).sum());
    }

    @Override
    protected List<Finding> findings(Figures figures) {
        for (Language language : Language.values()) {
            requireSame(figures, ANSWER, subject -> subject.startsWith(language.label + " "));
        }
        List<Finding> findings = new ArrayList<>();
        for (String direction : DIRECTIONS) {
            findings.add(against(CarProgram.CPP, CarProgram.CPP_CHECKED, direction, figures)
                    .withTarget(Target.atLeast(1)).asHeadline(true));
            findings.add(against(CarProgram.CPP, CarProgram.CPP_UNCHECKED, direction, figures)
                    .withTarget(Target.atLeast(0.95)).asHeadline(true));
            findings.add(against(CarProgram.RUST, CarProgram.RUST_PEER, direction, figures)
                    .withTarget(Target.atLeast(1)).asHeadline(true));
            findings.add(against(CarProgram.RUST_TEXT, CarProgram.RUST_PEER, direction, figures));
            findings.add(against(CarProgram.GO, CarProgram.GO_PEER, direction, figures));
            findings.add(against(CarProgram.TYPESCRIPT, CarProgram.JSON, direction, figures));
            findings.add(against(CarProgram.PYTHON, CarProgram.STRUCT, direction, figures));
        }
        return findings;
    }

    private static Finding against(CarProgram ours, CarProgram peer, String direction, Figures figures) {
        String question = ours.language.label + " Car " + direction + ours.label.substring("Ashlar".length());
        return Finding.against(question, peer.label, figures, TIME, ours.subject(direction), peer.subject(direction));
    }

    @Override
    protected String legend() {
        return """
                Each figure is the median of nine batches in one process. C++: g++ -std=c++20 -O3 -DNDEBUG; Rust:
                release with fat LTO and one codegen unit. Fixed texts are copied as bytes, as sbe-tool does; "as text"
                checks their charset and looks for their end. Bytes and sums of all contenders of a language agreed.
                """;
    }
}
