package dev.flotilla.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A server in a process of its own, with a data directory. What it writes to standard error goes to
 * a file beside the directory. It ends no process but the one it started.
 */
final class ServerProcess implements AutoCloseable {
  /** Small, and, since it lives for a minute, compiled by the compiler that is done first. */
  private static final List<String> JVM =
      List.of("-Xmx64m", "-XX:+UseSerialGC", "-XX:-UsePerfData", "-XX:TieredStopAtLevel=1");

  /** For failures only: one that ends instead is noticed at once. */
  private static final long START_SECONDS = 240;

  private static final long STOP_SECONDS = 120;
  private static final long REMOVED_SECONDS = 60;
  private static final String SERVING = "serving ";
  private static final String REMOVED = "removed ";
  private static final String DAMAGED = "damaged ";

  private final Path directory;
  private final Process process;
  private final CompletableFuture<String[]> serving = new CompletableFuture<>();
  private final CompletableFuture<String> removed = new CompletableFuture<>();
  private final CompletableFuture<String> damaged = new CompletableFuture<>();

  private ServerProcess(Path directory, Process process) {
    this.directory = directory;
    this.process = process;
  }

  /** Starts a server that helps to found a group. */
  static ServerProcess found(Path directory, String group, int founders, String... more)
      throws IOException {
    List<String> options =
        new ArrayList<>(List.of("--group", group, "--expect", Integer.toString(founders)));
    options.addAll(List.of(more));
    return start(directory, options.toArray(String[]::new));
  }

  /** Starts a server again on the directory of an ended one. */
  static ServerProcess restart(ServerProcess ended, String... options) throws IOException {
    return start(ended.directory, options);
  }

  /** Starts a server with options of the command line beside the directory. */
  static ServerProcess start(Path directory, String... options) throws IOException {
    return start(List.of(), directory, options);
  }

  /**
   * Starts a server through another program.
   *
   * @param launcher what stands before the Java command, and becomes it without a process between
   */
  static ServerProcess start(List<String> launcher, Path directory, String... options)
      throws IOException {
    List<String> line = new ArrayList<>(launcher);
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(JVM);
    line.addAll(List.of("-cp", System.getProperty("java.class.path")));
    line.addAll(List.of(FlotillaCommand.class.getName(), "server"));
    line.addAll(List.of("--data", directory.toString()));
    line.addAll(List.of(options));
    Process process = new ProcessBuilder(line).redirectError(logOf(directory).toFile()).start();
    ServerProcess server = new ServerProcess(directory, process);
    Thread reader = new Thread(server::readOutput, "output-" + directory.getFileName());
    reader.setDaemon(true);
    reader.start();
    return server;
  }

  /** The member id that the server told; waits for it. */
  String member() throws CommandFailure {
    return serving()[1];
  }

  /** The RAFT_Service URL that the server told; waits for it. */
  URI address() throws CommandFailure {
    return URI.create(serving()[2]);
  }

  /** The line by which the server told that it is no member any more; waits for it. */
  String removed() throws CommandFailure {
    return told(removed, REMOVED_SECONDS, "tell that it is no member any more");
  }

  /** The line by which the server told what was damaged; waits for it. */
  String damaged() throws CommandFailure {
    return told(damaged, START_SECONDS, "tell that it is damaged");
  }

  private String[] serving() throws CommandFailure {
    return told(serving, START_SECONDS, "start");
  }

  private <T> T told(CompletableFuture<T> line, long seconds, String what) throws CommandFailure {
    try {
      return line.get(seconds, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandFailure(ExitCode.INTERNAL, "interrupted", e);
    } catch (ExecutionException | TimeoutException e) {
      throw new CommandFailure(
          ExitCode.NEGATIVE, "a server did not " + what + "; see " + logOf(directory), e);
    }
  }

  Path directory() {
    return directory;
  }

  long pid() {
    return process.pid();
  }

  /** Ends the process as a power switch would: SIGKILL, no goodbye. */
  void kill() throws CommandFailure {
    process.destroyForcibly();
    awaitEnd();
  }

  /** Asks the process to end, and waits. */
  void stop() throws CommandFailure {
    process.destroy();
    awaitEnd();
  }

  /** Sends a signal by its name, such as STOP or CONT. */
  void signal(String name) throws IOException, InterruptedException {
    Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(pid())).start();
    if (kill.waitFor() != 0) {
      throw new IOException("cannot send " + name + " to process " + pid());
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  /** What the server wrote to standard error. */
  static Path logOf(Path directory) {
    return directory.resolveSibling(directory.getFileName() + ".log");
  }

  private void awaitEnd() throws CommandFailure {
    try {
      if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new CommandFailure(ExitCode.NEGATIVE, "server " + pid() + " did not end when told");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandFailure(ExitCode.INTERNAL, "interrupted", e);
    }
  }

  private void readOutput() {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith(SERVING)) {
          serving.complete(line.split(" ", -1));
        } else if (line.startsWith(REMOVED)) {
          removed.complete(line);
        } else if (line.startsWith(DAMAGED)) {
          damaged.complete(line);
        }
      }
      ended(new IOException("the server ended"));
    } catch (IOException e) {
      ended(e);
    }
  }

  private void ended(IOException cause) {
    serving.completeExceptionally(cause);
    removed.completeExceptionally(cause);
    damaged.completeExceptionally(cause);
  }
}
