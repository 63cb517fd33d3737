// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.cpp;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Breaks long lines where `clang-format` does, in the style of Google with four spaces and 120 columns.
///
/// Literals contain text from the schema, which may look like code. They are blanked while lines are laid out.
final class CppLayout {
    private static final int COLUMNS = 120;
    private static final char BLANK = '\ue000';
    /// A comment, a string or a character; but not the apostrophe in `99'999`.
    private static final Pattern LITERAL =
            Pattern.compile("//[^\n]*|\"(?:[^\"\\\\\n]++|\\\\.)*+\"|(?<!\\w)'(?:[^'\\\\\n]|\\\\.[^'\n]*)'");
    private static final Pattern BLANKED = Pattern.compile("//[^\n]*|([\"'])" + BLANK + "*\\1");
    /// A function of a single statement.
    private static final Pattern SINGLE = Pattern.compile(
            "(?m)^( ++(?!if |for |while |switch ).*\\) (?:const )?(?:noexcept )?\\{)\n(?: +([^\n]*;)\n)? *}$");
    private static final Pattern CONTINUED = Pattern.compile("^ +(?:&&|\\|\\||: (?!public)|\\+ )");
    private static final Pattern BODY = Pattern.compile("( *)(.*\\)(?: const)?(?: noexcept)?) \\{ (.+) }");
    private static final Pattern INITIALIZERS = Pattern.compile("( *)(.*?\\)(?: noexcept)?) : (\\w.* \\{}?)");
    private static final Pattern BASE = Pattern.compile("(class \\w+) (: public .+ \\{)");
    private static final Pattern FIELDS = Pattern.compile("( *)(.+\\w)\\{(\\.id = .+)};");
    private static final Pattern CONDITION = Pattern.compile("( *return )(.+ (?:&&|\\|\\|) .+)");
    private static final Pattern HALVES = Pattern.compile("( *)(case [\\w:]+:|static constexpr [\\w:]+ \\w+ =) (.*;)");
    private static final Pattern LIST = Pattern.compile("( *.*?\\w(?:<[^<>()]*>)?\\()([^()]*(?:\\([^()]*\\)[^()]*)*)(\\).*)");

    private CppLayout() {
    }

    /// The same code with only its long lines broken.
    static String format(String text) {
        Deque<String> literals = new ArrayDeque<>();
        String code = LITERAL.matcher(text).replaceAll(m -> Matcher.quoteReplacement(blank(m.group(), literals)));
        String laidOut = joined(code).stream().flatMap(line -> lines(line).stream())
                .collect(Collectors.joining("\n", "", "\n"));
        return BLANKED.matcher(laidOut).replaceAll(m -> Matcher.quoteReplacement(m.group().startsWith("//") ? m.group()
                : literals.remove()));
    }

    private static String blank(String literal, Deque<String> literals) {
        if (literal.startsWith("//")) {
            return literal;
        }
        literals.add(literal);
        String quote = literal.substring(0, 1);
        return quote + String.valueOf(BLANK).repeat(literal.length() - 2) + quote;
    }

    /// Whole statements and heads of functions, wherever they were broken.
    private static List<String> joined(String text) {
        List<String> lines = new ArrayList<>();
        for (String line : SINGLE.matcher(text).replaceAll(CppLayout::single).lines().toList()) {
            String last = lines.isEmpty() ? "" : lines.getLast();
            boolean isComment = last.stripLeading().startsWith("//");
            if (!isComment && (count(last, '(') > count(last, ')') || CONTINUED.matcher(line).find())) {
                lines.set(lines.size() - 1, last + (last.endsWith("(") ? "" : " ") + line.strip());
            } else {
                lines.add(line);
            }
        }
        return lines;
    }

    private static String single(MatchResult function) {
        String statement = function.group(2) == null ? "}" : " " + function.group(2) + " }";
        return Matcher.quoteReplacement(fits(function.group(1) + statement) ? function.group(1) + statement
                : function.group());
    }

    static boolean fits(String line) {
        return line.length() <= COLUMNS;
    }

    private static long count(String line, char c) {
        return line.chars().filter(each -> each == c).count();
    }

    private static List<String> lines(String line) {
        if (line.length() <= COLUMNS || line.stripLeading().startsWith("//")) {
            return List.of(line);
        }
        Matcher m = BODY.matcher(line);
        if (m.matches()) {
            return all(m.group(1) + m.group(2) + " {", m.group(1) + "    " + m.group(3), m.group(1) + "}");
        }
        m = HALVES.matcher(line);
        if (m.matches()) {
            return List.of(m.group(1) + m.group(2), m.group(1) + "    " + m.group(3));
        }
        m = BASE.matcher(line);
        if (m.matches()) {
            return List.of(m.group(1), "    " + m.group(2));
        }
        m = FIELDS.matcher(line);
        if (m.matches()) {
            return fields(m.group(1), m.group(2), m.group(3));
        }
        m = INITIALIZERS.matcher(line);
        if (m.matches()) {
            return all(m.group(1) + m.group(2), m.group(1) + "    : " + m.group(3));
        }
        m = CONDITION.matcher(line);
        if (m.matches()) {
            return condition(m.group(1), m.group(2));
        }
        m = LIST.matcher(line);
        return m.matches() ? list(m.group(1), m.group(2), m.group(3)) : List.of(line);
    }

    private static List<String> all(String... lines) {
        List<String> all = new ArrayList<>();
        for (String line : lines) {
            all.addAll(lines(line));
        }
        return all;
    }

    /// Designated initializers stay on one line after a line break, or else each has its own line.
    private static List<String> fields(String indent, String head, String fields) {
        String rest = indent + "    " + fields + "};";
        if (rest.length() <= COLUMNS) {
            return List.of(indent + head + "{", rest);
        }
        String space = " ".repeat(indent.length() + head.length() + 1);
        return List.of((indent + head + "{" + fields.replace(", .", ",\n" + space + ".") + "};").split("\n"));
    }

    private static List<String> condition(String head, String terms) {
        String space = " ".repeat(head.length());
        List<String> lines = new ArrayList<>();
        String operator = terms.contains(" || ") ? " || " : " && ";
        String line = head;
        int depth = 0;
        int start = 0;
        for (int i = 0; i <= terms.length(); i++) {
            if (i == terms.length() || depth == 0 && terms.startsWith(operator, i)) {
                String term = terms.substring(start, i);
                if (start > 0 && !fits(line + term)) {
                    lines.add(line.stripTrailing());
                    line = space;
                }
                line += start > 0 && line.equals(space) ? term.stripLeading() : term;
                start = i;
            } else {
                depth += terms.charAt(i) == '(' ? 1 : terms.charAt(i) == ')' ? -1 : 0;
            }
        }
        lines.add(line);
        return lines;
    }

    /// As many parameters on each line as fit, below the first, or else on lines of their own.
    private static List<String> list(String head, String parameters, String tail) {
        List<String> below = fill(head, " ".repeat(head.length()), parameters, tail);
        if (below.stream().allMatch(CppLayout::fits)) {
            return below;
        }
        String inner = " ".repeat(head.length() - head.stripLeading().length() + 4);
        List<String> lines = new ArrayList<>(List.of(head));
        lines.addAll(fill(inner, inner, parameters, tail));
        return lines;
    }

    private static List<String> fill(String head, String indent, String parameters, String tail) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder(head);
        List<String> items = split(parameters);
        for (int i = 0; i < items.size(); i++) {
            boolean isLast = i == items.size() - 1;
            String item = items.get(i) + (isLast ? tail : ",");
            String gap = i == 0 ? "" : " ";
            if (i > 0 && line.length() + gap.length() + item.length() > COLUMNS) {
                lines.add(line.toString());
                line = new StringBuilder(indent);
                gap = "";
            }
            line.append(gap).append(item);
        }
        lines.add(line.toString());
        return lines;
    }

    /// At the commas that are in no brackets.
    private static List<String> split(String parameters) {
        List<String> items = new ArrayList<>();
        int depth = 0;
        int start = 0;
        for (int i = 0; i < parameters.length(); i++) {
            char c = parameters.charAt(i);
            depth += "<({".indexOf(c) >= 0 ? 1 : ">)}".indexOf(c) >= 0 ? -1 : 0;
            if (c == ',' && depth == 0) {
                items.add(parameters.substring(start, i));
                start = i + 2;
            }
        }
        items.add(parameters.substring(start));
        return items;
    }
}
