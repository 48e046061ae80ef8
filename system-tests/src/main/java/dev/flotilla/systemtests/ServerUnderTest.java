package dev.flotilla.systemtests;

import dev.flotilla.bench.ChildProcess;
import dev.flotilla.bench.ChildProcesses;
import dev.flotilla.bench.JavaProgram;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
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
 * A server in a process of its own, which answers {@link Questions}, is killed, paused and started
 * again. Any thread may ask; one at a time does the rest, which blocks for 2 minutes at the most.
 */
public final class ServerUnderTest {
  /** The exit code of a process that was sent SIGKILL. */
  private static final int KILLED = 137;

  static final String READ = "read ";

  private static final String ROLE = "role";
  private static final int MAX_WAITING_QUESTIONS = 1_000;
  private static final long ROLE_SECONDS = 15;
  private static final Duration ANSWER = Duration.ofSeconds(30);
  private static final Duration END = Duration.ofMinutes(2);

  private final ChildProcesses processes;
  private final String name;
  private final JavaProgram program;

  /** Guarded by this. */
  private Conversation conversation;

  private ServerUnderTest(ChildProcesses processes, String name, JavaProgram program)
      throws IOException {
    this.processes = processes;
    this.name = name;
    this.program = program;
    this.conversation = new Conversation(processes.startToTalk(name, program));
  }

  /**
   * Starts it.
   *
   * @param name what messages and the file of what it prints call it
   * @param program answers at least {@code role}
   * @throws IOException if it cannot be started
   */
  public static ServerUnderTest start(ChildProcesses processes, String name, JavaProgram program)
      throws IOException {
    return new ServerUnderTest(processes, name, program);
  }

  /** What messages call it. */
  public String name() {
    return name;
  }

  /**
   * Its role by its own account; {@code not there} if it does not answer within some seconds, and
   * how it ended if it has.
   */
  public String role() throws InterruptedException {
    try {
      return ask(ROLE).toCompletableFuture().get(ROLE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      return isRunning() ? "not there" : end();
    }
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

  /** What it has applied of a list, as numbers with spaces between; fails as {@link #ask}. */
  CompletionStage<String> read(String key) {
    return ask(READ + key);
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

  /** Likewise, of a server that was harmed, and may have ended by itself. */
  public void killIfAlive() throws IOException, InterruptedException {
    conversation().process.kill();
    if (!conversation().process.awaitExit(END)) {
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
    return conversation().process.awaitExit(time);
  }

  /**
   * Has it close what it has open, and returns when it is gone.
   *
   * @throws IOException if it does not go, or ends with anything but 0
   */
  public void finish() throws IOException, InterruptedException {
    conversation().process.input().close();
    if (!conversation().process.awaitExit(END)) {
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
    return conversation().process.isAlive();
  }

  /** The operating system's id of its process. */
  public long pid() {
    return conversation().process.pid();
  }

  /** How its process ended, as {@link ChildProcess#exitCode} tells it. */
  public OptionalInt exitCode() {
    return conversation().process.exitCode();
  }

  /** How its process ended, with the last line that it printed. */
  public String end() {
    return String.valueOf(conversation().process.diedUnexpectedly("by itself").getMessage());
  }

  /** Starts it on the directory that it had. */
  public synchronized void startAgain() throws IOException {
    conversation = new Conversation(processes.startToTalk(name, program));
  }

  private synchronized Conversation conversation() {
    return conversation;
  }

  private void signal(String signal) throws IOException, InterruptedException {
    ChildProcess process = conversation().process;
    if (!process.isAlive()) {
      throw new IOException("cannot send " + signal + ": " + end());
    }
    long pid = process.pid();
    if (new ProcessBuilder("kill", "-" + signal, Long.toString(pid)).start().waitFor() != 0) {
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
      CompletableFuture<String> answer = new CompletableFuture<>();
      if (over || waiting.size() >= MAX_WAITING_QUESTIONS) {
        answer.completeExceptionally(new IOException(process.name() + " takes no questions"));
        return answer;
      }
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
      InputStream output = process.output();
      try (BufferedReader lines =
          new BufferedReader(new InputStreamReader(output, StandardCharsets.UTF_8))) {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          if (line.startsWith(Questions.ANSWER)) {
            next().complete(line.substring(Questions.ANSWER.length()));
          }
        }
      } catch (IOException e) {
        // A process that was killed: those who wait are told below.
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
