package dev.flotilla.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.testing.Await;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A command of the command line in a process of its own, with what it wrote. */
record CommandProcess(int exitCode, String output, String errors) {
  /**
   * Runs a command to its end.
   *
   * @param launcher what stands before the Java command; nothing, as a rule
   * @param environment set beside what this process has
   * @param scratch an existing directory for what it writes
   */
  static CommandProcess run(
      List<String> launcher, Map<String, String> environment, Path scratch, String... arguments)
      throws IOException, InterruptedException {
    return run(launcher, environment, scratch, CommandProcess::awaitEnd, arguments);
  }

  /**
   * Runs a command, one that would go on, until its standard error has all of these texts; then
   * kills it.
   *
   * @param environment set beside what this process has
   * @param scratch an existing directory for what it writes
   */
  static String errorsUntil(
      List<String> texts, Map<String, String> environment, Path scratch, String... arguments)
      throws IOException, InterruptedException {
    return run(
            List.of(),
            environment,
            scratch,
            (process, errors) ->
                Await.until(
                    texts::toString,
                    () -> !process.isAlive() || texts.stream().allMatch(text(errors)::contains)),
            arguments)
        .errors();
  }

  private static CommandProcess run(
      List<String> launcher,
      Map<String, String> environment,
      Path scratch,
      Ending ending,
      String... arguments)
      throws IOException, InterruptedException {
    List<String> line = new ArrayList<>(launcher);
    line.addAll(lineOf(arguments));
    Path output = Files.createTempFile(scratch, "command", ".out");
    Path errors = Files.createTempFile(scratch, "command", ".err");
    ProcessBuilder builder =
        new ProcessBuilder(line).redirectOutput(output.toFile()).redirectError(errors.toFile());
    builder.environment().putAll(patience());
    builder.environment().putAll(environment);
    Process process = builder.start();
    try {
      ending.await(process, errors);
    } finally {
      process.destroyForcibly();
    }
    return new CommandProcess(process.waitFor(), text(output), text(errors));
  }

  /** Runs a command, one that would go on, until it has printed so many lines; then kills it. */
  static List<String> outputUntil(int lines, Path scratch, String... arguments) throws IOException {
    Path output = Files.createTempFile(scratch, "command", ".out");
    ProcessBuilder builder =
        new ProcessBuilder(lineOf(arguments))
            .redirectOutput(output.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().putAll(patience());
    Process process = builder.start();
    try {
      Await.until(
          () -> lines + " lines",
          () -> !process.isAlive() || text(output).chars().filter(c -> c == '\n').count() >= lines);
    } finally {
      process.destroyForcibly();
    }
    return text(output).lines().toList();
  }

  /** Starts a command whose output nobody reads; the caller ends it. */
  static Process start(String... arguments) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(lineOf(arguments))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().putAll(patience());
    return builder.start();
  }

  /** Has a command without a timeout of its own wait as long as a test does. */
  static Map<String, String> patience() {
    return Map.of("FLOTILLA_TIMEOUT", Long.toString(Await.limitSeconds()));
  }

  private static List<String> lineOf(String... arguments) {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(List.of("-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    line.addAll(List.of("-cp", System.getProperty("java.class.path")));
    line.add(FlotillaCommand.class.getName());
    line.addAll(List.of(arguments));
    return line;
  }

  private static void awaitEnd(Process process, Path errors) throws InterruptedException {
    assertThat(process.waitFor(2 * Await.limitMillis(), TimeUnit.MILLISECONDS))
        .as("%s", process.info().commandLine())
        .isTrue();
  }

  private static String text(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.UTF_8);
  }

  /** What is waited for before a process that is still there is killed. */
  private interface Ending {
    void await(Process process, Path errors) throws InterruptedException;
  }
}
