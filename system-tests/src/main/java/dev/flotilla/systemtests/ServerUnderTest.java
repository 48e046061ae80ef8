package dev.flotilla.systemtests;

import dev.flotilla.bench.ChildProcess;
import dev.flotilla.bench.ChildProcesses;
import dev.flotilla.bench.JavaProgram;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.OptionalInt;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A server in a process of its own, which answers as {@link ServerProgram} has it, is killed,
 * paused and started again. Any thread may ask; one at a time does the rest, which blocks for 2
 * minutes at the most.
 */
public final class ServerUnderTest {
  /** The exit code of a process that was sent SIGKILL. */
  private static final int KILLED = 137;

  private static final int MAX_WAITING_QUESTIONS = 1_000;
  private static final long ROLE_SECONDS = 15;
  private static final Duration ANSWER = Duration.ofSeconds(30);
  private static final Duration END = Duration.ofMinutes(2);

  /** Starts a process. */
  private interface Starting {
    ChildProcess start() throws IOException;
  }

  private final String name;
  private final Path directory;
  private final Starting starting;

  /** Guarded by this. */
  private Conversation conversation;

  private ServerUnderTest(String name, Path directory, Starting starting) throws IOException {
    this.name = name;
    this.directory = directory;
    this.starting = starting;
    this.conversation = new Conversation(starting.start());
  }

  /**
   * Starts it.
   *
   * @param name what messages and the file of what it prints call it
   * @param directory where its data are
   * @param program answers at least {@code role}
   * @throws IOException if it cannot be started
   */
  public static ServerUnderTest start(
      ChildProcesses processes, String name, Path directory, JavaProgram program)
      throws IOException {
    return new ServerUnderTest(name, directory, () -> processes.startToTalk(name, program));
  }

  /**
   * Starts one that answers nothing; all that it prints goes to a file.
   *
   * @throws IOException if it cannot be started
   */
  public static ServerUnderTest startMute(
      ChildProcesses processes, String name, Path directory, JavaProgram program)
      throws IOException {
    return new ServerUnderTest(name, directory, () -> processes.start(name, program));
  }

  /** What messages call it. */
  public String name() {
    return name;
  }

  /** Where its data are. */
  public Path directory() {
    return directory;
  }

  /**
   * Its role by its own account; {@code not there} if it does not answer within some seconds, and
   * how it ended if it has.
   */
  public String role() throws InterruptedException {
    try {
      return ask("role").toCompletableFuture().get(ROLE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      return isRunning() ? "not there" : end();
    }
  }

  /** Whether it takes part, by its own account. */
  public boolean isServing() throws InterruptedException {
    return isServing(role());
  }

  static boolean isServing(String role) {
    return role.equals("leader") || role.equals("follower");
  }

  /** Whether it has stopped serving for good: one that is silent, or campaigns, has not. */
  public boolean hasStopped() throws InterruptedException {
    return role().equals("stopped") || !isRunning();
  }

  /**
   * Where it listens since its last start.
   *
   * @throws IOException if it does not say
   */
  public URI address() throws IOException, InterruptedException {
    return URI.create(answer("address"));
  }

  /**
   * Its answer to one line; blocks for half a minute at the most.
   *
   * @throws IOException if there is none
   */
  public String answer(String question) throws IOException, InterruptedException {
    return answer(question, ANSWER);
  }

  /**
   * Its answer to one line; blocks for so long at the most.
   *
   * @throws IOException if there is none, with how the process ended if it has
   */
  public String answer(String question, Duration limit) throws IOException, InterruptedException {
    try {
      return ask(question).toCompletableFuture().get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      String how = isRunning() ? "" : ": " + end();
      throw new IOException(name + " does not answer '" + question + "'" + how, e);
    }
  }

  /** Its answer to one line; fails when the process ends first. */
  public CompletionStage<String> ask(String question) {
    return conversation().ask(question);
  }

  /**
   * SIGKILL; returns when the process is gone.
   *
   * @throws IOException if it does not go, or has ended by itself before
   */
  public void kill() throws IOException, InterruptedException {
    killIfAlive();
    requireCode(KILLED);
  }

  /** SIGKILL of a server that was harmed, and may have ended by itself. */
  public void killIfAlive() throws IOException, InterruptedException {
    process().kill();
    if (!awaitEnd(END)) {
      throw new IOException(name + " lives after SIGKILL");
    }
  }

  /**
   * SIGSTOP.
   *
   * @throws IOException if it cannot be sent, as when the process has ended
   */
  public void pause() throws IOException, InterruptedException {
    signal("STOP");
  }

  /**
   * SIGCONT.
   *
   * @throws IOException as {@link #pause} does
   */
  public void resume() throws IOException, InterruptedException {
    signal("CONT");
  }

  /** Waits for its end; false if it has not come in that time. */
  public boolean awaitEnd(Duration time) throws InterruptedException {
    return process().awaitExit(time);
  }

  /**
   * Has it close what it has open, and returns when it is gone.
   *
   * @throws IOException if it does not go, or ends with anything but 0
   */
  public void finish() throws IOException, InterruptedException {
    process().input().close();
    if (!awaitEnd(END)) {
      throw new IOException(name + " does not end with its input");
    }
    requireCode(0);
  }

  private void requireCode(int code) throws IOException {
    if (exitCode().orElseThrow() != code) {
      throw new IOException("%s, not with code %s".formatted(end(), code));
    }
  }

  /** Whether its process runs; a server that runs may have failed all the same. */
  public boolean isRunning() {
    return process().isAlive();
  }

  /**
   * Looks at its process.
   *
   * @throws IOException if it has ended, and how
   */
  public void requireRunning() throws IOException {
    if (!isRunning()) {
      throw new IOException(end());
    }
  }

  /** Its process since its last start. */
  public ChildProcess process() {
    return conversation().process;
  }

  /** How its process ended, as {@link ChildProcess#exitCode} tells it. */
  public OptionalInt exitCode() {
    return process().exitCode();
  }

  /** How its process ended, with the last line that it printed. */
  public String end() {
    return String.valueOf(process().diedUnexpectedly("by itself").getMessage());
  }

  /** Starts it on the directory that it had. */
  public synchronized void startAgain() throws IOException {
    conversation = new Conversation(starting.start());
  }

  private synchronized Conversation conversation() {
    return conversation;
  }

  private void signal(String signal) throws IOException, InterruptedException {
    if (!isRunning()) {
      throw new IOException("cannot send " + signal + ": " + end());
    }
    String pid = Long.toString(process().pid());
    if (new ProcessBuilder("kill", "-" + signal, pid).start().waitFor() != 0) {
      throw new IOException("cannot send " + signal + " to " + name + ", process " + pid);
    }
  }

  /** Questions and answers with one process, in order. */
  private static final class Conversation {
    private final ChildProcess process;

    /** Guarded by this. */
    private final Queue<CompletableFuture<String>> waiting = new ArrayDeque<>();

    /** Guarded by this. */
    private boolean over;

    Conversation(ChildProcess process) {
      this.process = process;
      Thread reader = new Thread(this::read, "answers-of-" + process.name());
      reader.setDaemon(true);
      reader.start();
    }

    synchronized CompletionStage<String> ask(String question) {
      if (over || waiting.size() >= MAX_WAITING_QUESTIONS) {
        return CompletableFuture.failedFuture(
            new IOException(process.name() + " takes no questions"));
      }
      CompletableFuture<String> answer = new CompletableFuture<>();
      try {
        process.input().write((question + "\n").getBytes(StandardCharsets.UTF_8));
        process.input().flush();
        waiting.add(answer);
      } catch (IOException e) {
        answer.completeExceptionally(e);
      }
      return answer;
    }

    private void read() {
      try (BufferedReader lines =
          new BufferedReader(new InputStreamReader(process.output(), StandardCharsets.UTF_8))) {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          if (line.startsWith(ServerProgram.ANSWER)) {
            next().complete(line.substring(ServerProgram.ANSWER.length()));
          }
        }
      } catch (IOException e) {
        // A process that was killed: the questions that wait fail below.
      }
      end();
    }

    private synchronized CompletableFuture<String> next() {
      return waiting.remove();
    }

    private void end() {
      Queue<CompletableFuture<String>> left;
      synchronized (this) {
        over = true;
        left = new ArrayDeque<>(waiting);
        waiting.clear();
      }
      left.forEach(one -> one.completeExceptionally(new IOException(process.name() + " ended")));
    }
  }
}
