// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.kernel;

import dev.ashlar.codec.MemoryClass;
import dev.ashlar.query.Aggregate;
import dev.ashlar.query.Expr;
import dev.ashlar.query.Output;
import dev.ashlar.query.Plan;
import dev.ashlar.query.internal.pruning.ColumnRanges;
import dev.ashlar.query.internal.relation.TableLayout;
import dev.ashlar.query.internal.value.Typing;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/// Generates kernels: hidden classes with one method that is a single loop.
///
/// ```text
///   load what stays the same while the loop runs
///   for each row:
///       find its parents, if any are asked for      one not at hand: return
///       unless columns lie between their bounds, if that is not known, and the condition is true: next row
///       ROWS, OUTPUTS: leave words                  no room: return
///       TOP: leave words if it comes before the worst kept so far; that is seen first
///       FIRSTS: find the group; keep the row if it comes before the last row kept of it
///       GROUPS: find the group; add to its sums     a new group: leave the loop, add it, begin again at this row
/// ```
///
/// The loop counts rows by one, and the distance between them is a constant of the kernel; the loop calls only methods
/// that the JIT inlines. So the JIT checks the bounds of all rows once, before the loop.
public final class KernelBuilder {
    /// Longer methods are never compiled by the JIT.
    private static final int MAX_CODE_BYTES = 8000;
    /// Of one operator or operand, on average.
    private static final int LEAST_BYTES = 2;
    private static final String TOO_LONG = "kernel too long for the JIT";
    private static final ClassDesc KERNEL = Kernel.class.describeConstable().orElseThrow();
    private static final ClassDesc NAME = ClassDesc.of(KernelBuilder.class.getPackageName(), "GeneratedKernel");
    private static final ClassDesc MEMORY_CLASS = MemoryClass.class.describeConstable().orElseThrow();
    private static final MethodTypeDesc RUN = MethodTypeDesc.of(ConstantDescs.CD_int, KernelCode.SEGMENT,
            ConstantDescs.CD_long, ConstantDescs.CD_int, ConstantDescs.CD_long, KernelCode.STATE);
    private static final int MEMORY = 1;
    private static final int OFFSET = 2;
    private static final int ROWS = 4;
    private static final int FIRST_ROW = 5;
    private static final int STATE = 7;
    /// Rows that have every column, to see how values are kept.
    private static final KernelColumns.Presence ALL = new KernelColumns.Presence() {
        @Override
        public boolean isThere(int level) {
            return true;
        }

        @Override
        public boolean has(int level, int since, int end) {
            return true;
        }

        @Override
        public boolean mayLack(int level, int since) {
            return level > 0 || since > 0;
        }
    };

    private KernelBuilder() {
    }

    /// Finds out how kernels would keep what a plan asks for.
    ///
    /// @throws NotCompilableException if none can be made
    public static KernelShape shape(KernelShape.Mode mode, TableLayout layout, Plan plan, ColumnRanges ranges) {
        requireFew(mode, plan, ranges);
        List<WordLayout> layouts = new ArrayList<>();
        List<Optional<WordLayout>> arguments = new ArrayList<>();
        List<Optional<WordLayout>> seconds = new ArrayList<>();
        if (mode != KernelShape.Mode.ROWS) {
            generate(code -> {
                KernelExprs exprs = exprs(code, layout, ALL);
                for (Output output : plan.outputs()) {
                    layouts.add(WordLayout.of(exprs.value(output.expr()), output.expr().type()));
                }
                for (Aggregate aggregate : plan.aggregates()) {
                    arguments.add(aggregate.argument().map(e -> WordLayout.of(exprs.value(e), e.type())));
                    seconds.add(aggregate.second().map(e -> WordLayout.of(exprs.value(e), e.type())));
                }
                code.loadConstant(0).ireturn();
            });
        }
        return KernelShape.of(mode, layout, plan, ranges, layouts, arguments, seconds);
    }

    /// Nothing of an expression takes less than its least code, so that one of very many is not even tried.
    private static void requireFew(KernelShape.Mode mode, Plan plan, ColumnRanges ranges) {
        List<Expr> written = new ArrayList<>();
        ranges.rest().ifPresent(written::add);
        if (mode != KernelShape.Mode.ROWS) {
            plan.outputs().forEach(output -> written.add(output.expr()));
            plan.aggregates().forEach(aggregate -> written.addAll(aggregate.arguments()));
        }
        int left = MAX_CODE_BYTES / LEAST_BYTES;
        for (Expr expr : written) {
            left = leaving(left, expr);
        }
    }

    private static int leaving(int most, Expr expr) {
        int left = most - 1;
        for (Expr operand : Typing.operands(expr)) {
            left = leaving(left, operand);
        }
        if (left < 0) {
            throw new NotCompilableException(TOO_LONG);
        }
        return left;
    }

    /// For a look at values only: nothing of it is run.
    private static KernelExprs exprs(CodeBuilder code, TableLayout layout, KernelColumns.Presence presence) {
        int levels = layout.levels();
        int[] memory = new int[levels];
        int[] at = new int[levels];
        int[] rows = new int[levels];
        Arrays.fill(memory, MEMORY);
        Arrays.fill(at, OFFSET);
        Arrays.fill(rows, FIRST_ROW);
        KernelCode to = new KernelCode(code, memory, at, rows);
        return new KernelExprs(new KernelColumns(layout, presence, to), to);
    }

    /// Makes the kernel for a case.
    ///
    /// @throws NotCompilableException if it would be too long
    static Kernel make(KernelShape shape, Kernels.Case found) {
        byte[] bytes = generate(code -> new Loop(code, shape, found).write());
        if (bytes.length > MAX_CODE_BYTES) {
            requireShort(bytes);
        }
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup().defineHiddenClass(bytes, true);
            return (Kernel) lookup.findConstructor(lookup.lookupClass(), MethodType.methodType(void.class)).invoke();
        } catch (Throwable e) {
            throw new AssertionError("kernel cannot be loaded: mode=" + shape.mode(), e);
        }
    }

    private static byte[] generate(Consumer<CodeBuilder> body) {
        try {
            return ClassFile.of().build(NAME, type -> type.withFlags(AccessFlag.FINAL, AccessFlag.SYNTHETIC)
                    .withSuperclass(KERNEL)
                    .withMethodBody(ConstantDescs.INIT_NAME, ConstantDescs.MTD_void, 0, code -> code.aload(0)
                            .invokespecial(KERNEL, ConstantDescs.INIT_NAME, ConstantDescs.MTD_void).return_())
                    .withMethodBody("run", RUN, 0, body));
        } catch (IllegalArgumentException e) {
            // So the library says that a method has more code, locals or constants than a class file can hold.
            throw new NotCompilableException(TOO_LONG);
        }
    }

    private static void requireShort(byte[] bytes) {
        for (MethodModel method : ClassFile.of().parse(bytes).methods()) {
            Optional<CodeModel> code = method.code();
            if (code.isPresent() && ((CodeAttribute) code.get()).codeLength() > MAX_CODE_BYTES) {
                throw new NotCompilableException(TOO_LONG);
            }
        }
    }

    /// The levels that expressions read, parents of parents with these.
    private static int deepest(KernelShape shape) {
        Set<Integer> columns = new TreeSet<>();
        shape.bounded().forEach(c -> columns.add(c.index()));
        shape.where().ifPresent(e -> Typing.columns(e, columns));
        shape.outputs().forEach(o -> Typing.columns(o.expr(), columns));
        shape.aggregates().forEach(a -> a.arguments().forEach(e -> Typing.columns(e, columns)));
        return columns.stream().mapToInt(c -> shape.layout().binding(c).level()).max().orElse(0);
    }

    /// One loop.
    private static final class Loop {
        private final CodeBuilder code;
        private final KernelShape shape;
        private final Kernels.Case known;
        private final int deepest;
        private final int[] memory;
        private final int[] at;
        private final int[] rows;
        private final int[][] parents;
        private final int index;
        private final KernelCode to;
        private final KernelExprs exprs;
        private final Label next;
        private final Label done;

        Loop(CodeBuilder code, KernelShape shape, Kernels.Case known) {
            this.code = code;
            this.shape = shape;
            this.known = known;
            deepest = deepest(shape);
            int levels = shape.layout().levels();
            memory = new int[levels];
            at = new int[levels];
            rows = new int[levels];
            parents = new int[levels][];
            memory[0] = MEMORY;
            at[0] = code.allocateLocal(TypeKind.LONG);
            rows[0] = code.allocateLocal(TypeKind.LONG);
            index = code.allocateLocal(TypeKind.INT);
            to = new KernelCode(code, memory, at, rows);
            exprs = new KernelExprs(new KernelColumns(shape.layout(), known, to), to);
            next = code.newLabel();
            done = code.newLabel();
        }

        void write() {
            cast(MEMORY);
            for (int level = 1; level <= deepest; level++) {
                beginParents(level);
            }
            int[] bounds = new int[known.decided() ? 0 : 2 * shape.bounded().size()];
            for (int i = 0; i < bounds.length; i++) {
                bounds[i] = stateWord("bounds", i);
            }
            KernelSink leaver = KernelSink.of(shape, known, to, exprs, STATE);
            code.loadConstant(0).istore(index);
            Label again = code.newLabel();
            code.labelBinding(again);
            leaver.begin();
            Label loop = code.newLabel();
            code.labelBinding(loop);
            code.iload(index).iload(ROWS).if_icmpge(done);
            code.lload(OFFSET).iload(index).i2l().loadConstant((long) known.levels().getFirst().stride()).lmul()
                    .ladd().lstore(at[0]);
            code.lload(FIRST_ROW).iload(index).i2l().ladd().lstore(rows[0]);
            for (int level = 1; level <= deepest; level++) {
                findParent(level);
            }
            if (shape.isFilterFirst()) {
                leaver.filter(next);
            }
            for (int i = 0; i < bounds.length; i += 2) {
                goUnlessBetween(shape.bounded().get(i / 2), bounds[i], bounds[i + 1]);
            }
            shape.where().ifPresent(condition -> exprs.conditions().goUnlessTrue(condition, next));
            if (!shape.isFilterFirst()) {
                leaver.filter(next);
            }
            leaver.row(done);
            code.labelBinding(next);
            code.iinc(index, 1);
            code.goto_(loop);
            leaver.aside(again, done);
            code.labelBinding(done);
            leaver.end();
            code.iload(index).ireturn();
        }

        private void goUnlessBetween(Expr.ColumnRef column, int least, int span) {
            Operand value = exprs.value(column);
            if (to.goIfNull(value.nullAt(), next)) {
                return;
            }
            code.lload(value.local()).lload(least).lsub().lload(span).invokestatic(ConstantDescs.CD_Long,
                    "compareUnsigned", KernelCode.COMPARE).ifgt(next);
        }

        /// Says which class memory is of, by a call that the JIT knows: then it knows the methods that read it,
        /// whatever else the program reads.
        private void cast(int local) {
            code.getstatic(MEMORY_CLASS, "NATIVE", ConstantDescs.CD_Class).aload(local)
                    .invokevirtual(ConstantDescs.CD_Class, "cast",
                            MethodTypeDesc.of(ConstantDescs.CD_Object, ConstantDescs.CD_Object))
                    .checkcast(KernelCode.SEGMENT).astore(local);
        }

        private void beginParents(int level) {
            memory[level] = code.allocateLocal(TypeKind.REFERENCE);
            at[level] = to.newLong();
            rows[level] = to.newLong();
            parents[level] = new int[] {stateWord("parentOffset", level), stateWord("parentStride", level),
                stateWord("parentFirst", level), stateWord("parentRows", level)};
            code.aload(STATE).getfield(KernelCode.STATE, "parentMemory", KernelCode.SEGMENT.arrayType())
                    .loadConstant(level).aaload().astore(memory[level]);
            if (known.isThere(level)) {
                cast(memory[level]);
            }
        }

        private int stateWord(String field, int level) {
            code.aload(STATE).getfield(KernelCode.STATE, field, KernelCode.LONGS).loadConstant(level).laload();
            return to.storeLong();
        }

        private void findParent(int level) {
            if (!known.isThere(level - 1)) {
                return;
            }
            code.aload(memory[level - 1]).getstatic(KernelCode.MATH, "LONG_LE", KernelColumns.OF_LONG)
                    .lload(at[level - 1]).loadConstant((long) -Long.BYTES).ladd()
                    .invokeinterface(KernelCode.SEGMENT, "get", MethodTypeDesc.of(ConstantDescs.CD_long,
                            KernelColumns.OF_LONG, ConstantDescs.CD_long)).lstore(rows[level]);
            code.lload(rows[level]).lload(parents[level][2]).lsub();
            int distance = to.storeLong();
            code.lload(distance).lload(parents[level][3]).invokestatic(ConstantDescs.CD_Long, "compareUnsigned",
                    KernelCode.COMPARE).ifge(done);
            if (known.isThere(level)) {
                code.lload(distance).lload(parents[level][1]).lmul().lload(parents[level][0]).ladd()
                        .lstore(at[level]);
            }
        }
    }
}
