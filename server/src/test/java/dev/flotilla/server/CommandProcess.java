package dev.flotilla.server;

import static org.assertj.core.api.Assertions.assertThat;

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
  private static final long LIMIT_SECONDS = 120;

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
    List<String> line = new ArrayList<>(launcher);
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(List.of("-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    line.addAll(List.of("-cp", System.getProperty("java.class.path")));
    line.add(FlotillaCommand.class.getName());
    line.addAll(List.of(arguments));
    Path output = Files.createTempFile(scratch, "command", ".out");
    Path errors = Files.createTempFile(scratch, "command", ".err");
    ProcessBuilder builder =
        new ProcessBuilder(line).redirectOutput(output.toFile()).redirectError(errors.toFile());
    builder.environment().putAll(environment);
    Process process = builder.start();
    try {
      assertThat(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).as("%s", line).isTrue();
    } finally {
      process.destroyForcibly();
    }
    return new CommandProcess(process.exitValue(), text(output), text(errors));
  }

  private static String text(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.UTF_8);
  }
}
