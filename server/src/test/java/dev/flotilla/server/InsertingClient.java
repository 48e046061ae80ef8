package dev.flotilla.server;

import dev.flotilla.testing.Await;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** {@code flotilla insert -} in a process of its own: one client that goes on for many commands. */
final class InsertingClient implements AutoCloseable {
  private static final long END_SECONDS = Await.limitSeconds();

  private final Process process;
  private final Writer commands;
  private final BufferedReader outcomes;

  private InsertingClient(Process process) {
    this.process = process;
    this.commands = process.outputWriter(StandardCharsets.UTF_8);
    this.outcomes =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /**
   * Starts a client.
   *
   * @param launcher what stands before the Java command
   * @param log where its errors go
   */
  static InsertingClient start(List<String> launcher, Path log, String... options)
      throws IOException {
    List<String> line = new ArrayList<>(launcher);
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(List.of("-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    line.addAll(List.of("-cp", System.getProperty("java.class.path")));
    line.addAll(List.of(FlotillaCommand.class.getName(), "insert"));
    line.addAll(List.of(options));
    line.add("-");
    return new InsertingClient(new ProcessBuilder(line).redirectError(log.toFile()).start());
  }

  /** Inserts a command; what the client says of it: executed, refused or another word. */
  String insert(String command) throws IOException {
    commands.write(command + "\n");
    commands.flush();
    String outcome = outcomes.readLine();
    if (outcome == null) {
      throw new IOException("the client has ended");
    }
    return outcome.split("\t", -1)[1];
  }

  @Override
  public void close() throws IOException {
    commands.close();
    try {
      if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      process.destroyForcibly();
    }
  }
}
