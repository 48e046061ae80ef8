package dev.flotilla.gateway.command;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A gateway or a web server in a process of its own. It ends no process but the one it started. */
final class ChildProcess implements AutoCloseable {
  /** Small, and, since it lives for a minute, compiled by the compiler that is done first. */
  private static final List<String> JVM =
      List.of("-Xmx96m", "-XX:+UseSerialGC", "-XX:-UsePerfData", "-XX:TieredStopAtLevel=1");

  private static final long START_SECONDS = 60;
  private static final long STOP_SECONDS = 20;
  private static final String SERVING = "serving ";

  private final String name;
  private final Process process;
  private final CompletableFuture<String> serving = new CompletableFuture<>();
  private final List<String> lines = new CopyOnWriteArrayList<>();

  private ChildProcess(String name, Process process) {
    this.name = name;
    this.process = process;
  }

  /**
   * Starts a command of {@code flotilla gateway}.
   *
   * @param errors where its standard error goes
   */
  static ChildProcess start(String name, Path errors, List<String> arguments) throws IOException {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(JVM);
    line.addAll(List.of("-cp", System.getProperty("java.class.path")));
    line.add(GatewayCommand.class.getName());
    line.addAll(arguments);
    ChildProcess child =
        new ChildProcess(name, new ProcessBuilder(line).redirectError(errors.toFile()).start());
    Thread reader = new Thread(child::readOutput, "output-" + name);
    reader.setDaemon(true);
    reader.start();
    return child;
  }

  String name() {
    return name;
  }

  long pid() {
    return process.pid();
  }

  /** Where it listens; waits for it. */
  String address() throws GatewayFailure {
    try {
      return serving.get(START_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new GatewayFailure(GatewayFailure.INTERNAL, "interrupted", e);
    } catch (ExecutionException | TimeoutException e) {
      throw new GatewayFailure(
          GatewayFailure.NEGATIVE, name + " did not start; --keep keeps its log", e);
    }
  }

  /** What it has printed so far. */
  List<String> lines() {
    return List.copyOf(lines);
  }

  /** Ends the process as a power switch would: SIGKILL. */
  void kill() throws GatewayFailure {
    process.destroyForcibly();
    try {
      if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
        throw new GatewayFailure(GatewayFailure.NEGATIVE, name + " did not end");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new GatewayFailure(GatewayFailure.INTERNAL, "interrupted", e);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  private void readOutput() {
    try (BufferedReader output =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        lines.add(line);
        if (line.startsWith(SERVING)) {
          serving.complete(line.substring(SERVING.length()));
        }
      }
      serving.completeExceptionally(new IOException(name + " ended"));
    } catch (IOException e) {
      serving.completeExceptionally(e);
    }
  }
}
