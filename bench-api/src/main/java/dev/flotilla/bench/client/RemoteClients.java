package dev.flotilla.bench.client;

import dev.flotilla.bench.ChildProcess;
import dev.flotilla.bench.SystemFailedException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
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
  private static final Duration ITERATE = Duration.ofMinutes(5);
  private static final Duration SLACK = Duration.ofSeconds(90);

  private final ChildProcess process;
  private final PrintStream requests;

  // One request is in flight, so this holds at most one reply and the mark of the end.
  private final BlockingQueue<Optional<String>> replies = new LinkedBlockingQueue<>();

  private RemoteClients(ChildProcess process) {
    this.process = process;
    this.requests = new PrintStream(process.input(), true, StandardCharsets.UTF_8);
  }

  /**
   * Begins the conversation.
   *
   * @param process a client process, started to talk
   */
  public static RemoteClients talkTo(ChildProcess process) {
    RemoteClients clients = new RemoteClients(process);
    Thread reader = new Thread(clients::readReplies, process.name() + "-replies");
    reader.setDaemon(true);
    reader.start();
    return clients;
  }

  private void readReplies() {
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(process.output(), StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        replies.add(Optional.of(line));
      }
    } catch (IOException e) {
      // A killed process ends its output with an error on some systems: an end like any other.
    }
    replies.add(Optional.empty());
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
   */
  public LoadResult iterate(int count, int trim) throws IOException, InterruptedException {
    return askForResult("iterate " + count + " " + trim, ITERATE);
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
    return askForResult("window " + length.toMillis(), length.plus(SLACK));
  }

  /** Ends the load and waits for the last answers. */
  public void stop() throws IOException, InterruptedException {
    ask("stop", SLACK);
  }

  private LoadResult askForResult(String request, Duration timeout)
      throws IOException, InterruptedException {
    String reply = ask(request, timeout);
    if (!reply.startsWith(ClientProcess.RESULT)) {
      throw new SystemFailedException(process.name() + " answered \"" + reply + "\" to " + request);
    }
    return LoadResult.decode(reply.substring(ClientProcess.RESULT.length()));
  }

  private String ask(String request, Duration timeout) throws IOException, InterruptedException {
    requests.println(request);
    Optional<String> reply = replies.poll(timeout.toMillis(), TimeUnit.MILLISECONDS);
    if (reply == null) {
      throw new SystemFailedException(
          "%s gave no answer to \"%s\" for %s s"
              .formatted(process.name(), request, timeout.toSeconds()));
    }
    if (reply.isEmpty()) {
      replies.add(reply); // the end stays the end for whoever asks next
      process.awaitExit(Duration.ofSeconds(1)); // its output ends a moment before it does
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
