// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.maven;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.inject.Inject;
import org.apache.maven.artifact.Artifact;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;
import org.apache.maven.project.MavenProject;
import org.apache.maven.toolchain.Toolchain;
import org.apache.maven.toolchain.ToolchainManager;

/// Generates flyweights from SBE schemas and adds the Java ones to the sources of the project.
@Mojo(name = "generate", defaultPhase = LifecyclePhase.GENERATE_SOURCES, threadSafe = true,
        requiresDependencyResolution = ResolutionScope.NONE)
public final class GenerateMojo extends AbstractMojo {
    private static final int LEAST_JAVA = 25;
    private static final String JAVA = "java";

    /// Schema files; by default every `.xml` directly inside `schemaDirectory`.
    @Parameter
    private List<File> schemas;

    /// Folder that is searched for schemas if `schemas` lists none.
    @Parameter(defaultValue = "${project.basedir}/src/main/sbe")
    private File schemaDirectory;

    /// Folder for generated Java sources.
    @Parameter(defaultValue = "${project.build.directory}/generated-sources/ashlar")
    private File outputDirectory;

    /// Languages to generate: `java`, `cpp`, `csharp`, `go`, `python`, `rust`, `typescript`, `wireshark`.
    @Parameter(property = "ashlar.languages", defaultValue = "java")
    private List<String> languages;

    /// Folder for sources of languages other than Java; each language gets a subfolder of its name.
    @Parameter(defaultValue = "${project.build.directory}/generated-sources/ashlar-languages")
    private File languageDirectory;

    /// Framing of messages on the wire, used by `wireshark` only: a name such as `cme-mdp3`, or a description.
    @Parameter(property = "ashlar.framing", defaultValue = "raw")
    private String framing;

    /// Package or namespace of the generated code; by default that of the schema.
    @Parameter(property = "ashlar.package")
    private String packageName;

    /// Whether types go into the packages that their `types` elements name; Java only.
    @Parameter(property = "ashlar.typePackages", defaultValue = "false")
    private boolean typePackages;

    /// Whether each message and composite also gets a record with its values; Java only.
    @Parameter(property = "ashlar.records", defaultValue = "false")
    private boolean records;

    /// Whether generated code checks that groups and data are accessed in schema order; Java only.
    @Parameter(property = "ashlar.orderChecks", defaultValue = "false")
    private boolean orderChecks;

    /// Whether XIncludes are followed, of files in the folder of the schema or below it.
    @Parameter(property = "ashlar.xinclude", defaultValue = "false")
    private boolean xinclude;

    /// Folder that included files must be in or below, instead of that of the schema; enables `xinclude`.
    @Parameter(property = "ashlar.xincludeRoot")
    private File xincludeRoot;

    /// Whether a schema with warnings is refused.
    @Parameter(property = "ashlar.warningsAsErrors", defaultValue = "false")
    private boolean warningsAsErrors;

    /// Whether to skip this goal.
    @Parameter(property = "ashlar.skip", defaultValue = "false")
    private boolean skip;

    @Parameter(defaultValue = "${project}", readonly = true, required = true)
    private MavenProject project;

    @Parameter(defaultValue = "${session}", readonly = true, required = true)
    private MavenSession session;

    @Parameter(defaultValue = "${plugin.artifacts}", readonly = true, required = true)
    private List<Artifact> pluginArtifacts;

    private final ToolchainManager toolchains;

    /// Called by Maven, which then sets the parameters.
    @Inject
    public GenerateMojo(ToolchainManager toolchains) {
        this.toolchains = toolchains;
    }

    @Override
    public void execute() throws MojoExecutionException, MojoFailureException {
        if (skip) {
            getLog().info("skipped");
            return;
        }
        List<Path> files = schemaFiles();
        if (files.isEmpty()) {
            throw new MojoFailureException("no schema found: put .xml files into " + schemaDirectory
                    + " or list them in <schemas>");
        }
        for (String language : languages) {
            run(command(language, files));
            if (language.equals(JAVA)) {
                project.addCompileSourceRoot(outputDirectory.getAbsolutePath());
            }
        }
    }

    private List<Path> schemaFiles() throws MojoExecutionException {
        if (schemas != null && !schemas.isEmpty()) {
            return schemas.stream().map(File::toPath).toList();
        }
        if (!schemaDirectory.isDirectory()) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(schemaDirectory.toPath())) {
            return files.filter(f -> f.toString().endsWith(".xml")).sorted().toList();
        } catch (IOException e) {
            throw new MojoExecutionException("cannot list " + schemaDirectory, e);
        }
    }

    private List<String> command(String language, List<Path> files) throws MojoFailureException {
        List<String> command = new ArrayList<>(List.of(java(), "-XX:TieredStopAtLevel=1", "-cp", classPath(),
                "dev.ashlar.codegen.Main", "--language", language, "--output",
                (language.equals(JAVA) ? outputDirectory : new File(languageDirectory, language)).getAbsolutePath()));
        if (packageName != null && !packageName.isEmpty()) {
            command.addAll(List.of("--package", packageName));
        }
        if (language.equals("wireshark")) {
            command.addAll(List.of("--framing", framing));
        }
        addIf(records && language.equals(JAVA), "--records", command);
        addIf(orderChecks && language.equals(JAVA), "--order-checks", command);
        addIf(typePackages && language.equals(JAVA), "--type-packages", command);
        addIf(xinclude, "--xinclude", command);
        if (xincludeRoot != null) {
            command.addAll(List.of("--xinclude-root", xincludeRoot.getAbsolutePath()));
        }
        addIf(warningsAsErrors, "--warnings-as-errors", command);
        files.forEach(file -> command.add(file.toAbsolutePath().toString()));
        return command;
    }

    private static void addIf(boolean condition, String option, List<String> command) {
        if (condition) {
            command.add(option);
        }
    }

    private String classPath() {
        List<String> paths = new ArrayList<>();
        for (Artifact artifact : pluginArtifacts) {
            if (artifact.getGroupId().equals("dev.ashlar") && artifact.getFile() != null) {
                paths.add(artifact.getFile().getAbsolutePath());
            }
        }
        return String.join(File.pathSeparator, paths);
    }

    /// The java of the build's toolchain, or Maven's own if that is new enough.
    private String java() throws MojoFailureException {
        Toolchain toolchain = toolchains.getToolchainFromBuildContext("jdk", session);
        if (toolchain != null) {
            return toolchain.findTool("java");
        }
        if (Runtime.version().feature() >= LEAST_JAVA) {
            return Path.of(System.getProperty("java.home"), "bin", "java").toString();
        }
        throw new MojoFailureException("a JDK " + LEAST_JAVA + " or newer is needed: Maven runs on " + Runtime.version()
                + " and no toolchain is selected (see maven-toolchains-plugin, select-jdk-toolchain)");
    }

    private void run(List<String> command) throws MojoExecutionException, MojoFailureException {
        getLog().debug(String.join(" ", command));
        try {
            Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
            process.getOutputStream().close();
            List<String> problems = new ArrayList<>();
            try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
                for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                    if (line.contains(": warning ")) {
                        getLog().warn(line);
                    } else if (line.contains(": error ") || line.startsWith("error: ") || line.contains(": error: ")) {
                        getLog().error(line);
                        problems.add(line);
                    } else {
                        getLog().info(line);
                    }
                }
            }
            if (process.waitFor() != 0) {
                throw new MojoFailureException(problems.isEmpty() ? "generator failed, see above" : problems.get(0));
            }
        } catch (IOException e) {
            throw new MojoExecutionException("cannot run the generator: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MojoExecutionException("interrupted", e);
        }
    }
}
