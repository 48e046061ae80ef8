package dev.flotilla.bench.client;

import dev.flotilla.bench.ChildProcess;
import dev.flotilla.bench.SystemFailedException;
import dev.flotilla.bench.Workload;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The harness's side of the conversation with a client process.
 *
 * <p><b>Thread.</b> One thread asks; each method blocks until the answer, with a deadline, and
 * fails at once when the client process ends.
 */
public final class RemoteClients {
  private static final Duration CONNECT = Duration.ofMinutes(1);
  private static final Duration ITERATE = Duration.ofMinutes(15);
  private static final Duration OBSERVE = Duration.ofMillis(5);
  private static final Duration SLACK = Duration.ofSeconds(90);
  private static final Duration END = Duration.ofSeconds(30);

  private final ChildProcess process;

  // One request is in flight, so this holds lines of progress, one reply and the mark of the end.
  private final BlockingQueue<Optional<String>> replies = new LinkedBlockingQueue<>();

  private RemoteClients(ChildProcess process) {
    this.process = process;
  }

  /**
   * Begins the conversation.
   *
   * @param process a client process, started to talk
   */
  public static RemoteClients talkTo(ChildProcess process) {
    RemoteClients clients = new RemoteClients(process);
    process.readLines(
        line -> clients.replies.add(Optional.of(line)),
        () -> clients.replies.add(Optional.empty()));
    return clients;
  }

  /** The process that hosts the clients. */
  public ChildProcess process() {
    return process;
  }

  /** Connects or disconnects clients until there are exactly so many. */
  public void connect(int count) throws IOException, InterruptedException {
    ask("connect " + count, CONNECT);
  }

  /**
   * Lets every client insert a fixed number of commands, all starting at one moment.
   *
   * @param count commands of each client
   * @param trim how many of its first and of its last are left out of the latencies
   * @throws SystemFailedException also if a command did not end
   */
  public LoadResult iterate(int count, int trim) throws IOException, InterruptedException {
    String request = "iterate %s %s 0".formatted(count, trim);
    IterationResult result = IterationResult.decode(resultIn(ask(request, ITERATE), request));
    long wanted = (long) count * result.longestWaitMicros().size();
    if (result.ended() < wanted) {
      throw new SystemFailedException(
          "%s of %s commands have not ended; see %s and the servers' logs"
              .formatted(wanted - result.ended(), wanted, process.log()));
    }
    return result.load();
  }

  /**
   * Likewise, and reports how far the clients are. Commands that did not end within a minute are
   * missing in the result.
   *
   * @param observer called at the start and about every 5 ms until the end
   */
  public IterationResult iterate(int count, int trim, IterationObserver observer)
      throws IOException, InterruptedException {
    return observed("iterate %s %s %s".formatted(count, trim, OBSERVE.toMillis()), observer);
  }

  /**
   * Sets the sizes of commands from now on; each client then overwrites {@link Workload#KEYS} keys
   * of its own in turn.
   *
   * @param keyBytes bytes of a command's uid
   * @param valueBytes bytes of its parameters
   */
  public void sizes(int keyBytes, int valueBytes) throws IOException, InterruptedException {
    ask("sizes " + keyBytes + " " + valueBytes, SLACK);
  }

  /**
   * Lets every client read a fixed number of the values that it has written, after {@link #sizes}
   * and {@link #iterate}; otherwise like {@link #iterate}.
   */
  public IterationResult read(int count, int trim, IterationObserver observer)
      throws IOException, InterruptedException {
    return observed("read %s %s %s".formatted(count, trim, OBSERVE.toMillis()), observer);
  }

  /**
   * Lets clients insert a fixed number of commands while others read what is being inserted, and
   * writes all that to a history; at the end every command is read back. Otherwise like {@link
   * #iterate(int, int, IterationObserver)}.
   *
   * @param count commands of each client that inserts
   * @param readers how many of the connected clients read
   * @param file the history, in the format of docs/reference/history-format.md; replaced if it is
   *     there
   */
  public IterationResult record(int count, int readers, Path file, IterationObserver observer)
      throws IOException, InterruptedException {
    return observed(
        "record %s %s %s %s".formatted(count, readers, OBSERVE.toMillis(), file.toAbsolutePath()),
        observer);
  }

  private IterationResult observed(String request, IterationObserver observer)
      throws IOException, InterruptedException {
    process.say(request);
    String first = awaitReply(request, ITERATE);
    long began = System.nanoTime();
    observer.progressed(0, Duration.ZERO);
    String reply = first.startsWith(ClientProcess.PROGRESS) ? observe(began, observer) : first;
    return IterationResult.decode(resultIn(reply, request));
  }

  /** Calls the observer until the reply comes, which it returns. */
  private String observe(long began, IterationObserver observer)
      throws IOException, InterruptedException {
    long acknowledged = 0;
    while (true) {
      Optional<String> line = replies.poll(OBSERVE.toMillis(), TimeUnit.MILLISECONDS);
      Duration sinceStart = Duration.ofNanos(System.nanoTime() - began);
      if (sinceStart.compareTo(ITERATE) > 0) {
        throw noAnswer("iterate", ITERATE);
      }
      if (line != null && !isProgress(line)) {
        return accepted(line, "iterate");
      }
      if (line != null) {
        acknowledged = acknowledgedIn(latestProgress(line.orElseThrow()));
      }
      observer.progressed(acknowledged, sinceStart);
    }
  }

  /** Skips lines that came while the observer was busy. */
  private String latestProgress(String line) {
    String latest = line;
    for (Optional<String> next = replies.peek();
        next != null && isProgress(next);
        next = replies.peek()) {
      latest = next.orElseThrow();
      replies.remove();
    }
    return latest;
  }

  private static boolean isProgress(Optional<String> line) {
    return line.isPresent() && line.get().startsWith(ClientProcess.PROGRESS);
  }

  private static long acknowledgedIn(String progress) throws IOException {
    try {
      return Long.parseLong(progress.substring(ClientProcess.PROGRESS.length()));
    } catch (NumberFormatException e) {
      throw new IOException("the client process sent \"" + progress + "\"", e);
    }
  }

  /** Starts a closed loop on every client, until {@link #stop}. */
  public void load() throws IOException, InterruptedException {
    ask("load", SLACK);
  }

  /**
   * Starts an open loop, until {@link #stop}: commands have intended moments, from which their
   * latency counts.
   *
   * @param rate commands a second of all clients together
   */
  public void pace(int rate) throws IOException, InterruptedException {
    ask("pace " + rate, SLACK);
  }

  /** Waits until the running window of the load has the given length, and cuts it there. */
  public LoadResult window(Duration length) throws IOException, InterruptedException {
    String request = "window " + length.toMillis();
    return LoadResult.decode(resultIn(ask(request, length.plus(SLACK)), request));
  }

  /** Ends the load and waits for the last answers. */
  public void stop() throws IOException, InterruptedException {
    ask("stop", SLACK);
  }

  private String resultIn(String reply, String request) throws SystemFailedException {
    if (!reply.startsWith(ClientProcess.RESULT)) {
      throw new SystemFailedException(process.name() + " answered \"" + reply + "\" to " + request);
    }
    return reply.substring(ClientProcess.RESULT.length());
  }

  private String ask(String request, Duration timeout) throws IOException, InterruptedException {
    process.say(request);
    return awaitReply(request, timeout);
  }

  private String awaitReply(String request, Duration timeout)
      throws IOException, InterruptedException {
    Optional<String> reply = replies.poll(timeout.toMillis(), TimeUnit.MILLISECONDS);
    if (reply == null) {
      throw noAnswer(request, timeout);
    }
    return accepted(reply, request);
  }

  private SystemFailedException noAnswer(String request, Duration timeout) {
    return new SystemFailedException(
        "%s gave no answer to \"%s\" for %s s"
            .formatted(process.name(), request, timeout.toSeconds()));
  }

  /** The reply, unless it is the end of the process or a failure. */
  private String accepted(Optional<String> reply, String request)
      throws IOException, InterruptedException {
    if (reply.isEmpty()) {
      replies.add(reply); // the end stays the end for whoever asks next
      process.awaitExit(END); // its output ends a moment before it does
      throw process.diedUnexpectedly("at \"" + request + "\"");
    }
    if (reply.get().startsWith(ClientProcess.FAILED)) {
      throw new SystemFailedException(
          "%s could not \"%s\": %s"
              .formatted(
                  process.name(), request, reply.get().substring(ClientProcess.FAILED.length())));
    }
    return reply.get();
  }
}
