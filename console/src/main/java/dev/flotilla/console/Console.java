package dev.flotilla.console;

import dev.flotilla.console.Changes.Change;
import dev.flotilla.console.LogLine.Kind;
import java.io.IOException;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * What is behind the page: reads the source while somebody watches, keeps the event log, and
 * records. Any thread may call.
 */
final class Console implements Poller.Sink, AutoCloseable {
  /** For how long a request for the state counts as watching. */
  private static final long GLANCE_NANOS = TimeUnit.SECONDS.toNanos(5);

  private static final long NEVER = Long.MIN_VALUE;

  private final String run = UUID.randomUUID().toString();
  private final Feed feed;
  private final Recorder recorder;
  private final EventStreams streams;
  private final Poller poller;
  private final AtomicLong glanced = new AtomicLong(NEVER);

  // On the thread of the poller.
  private ConsoleState before = ConsoleState.NONE;
  private boolean hasFailed;

  Console(ConsoleSource source, long pauseNanos, Recorder recorder) {
    this.recorder = recorder;
    this.streams = new EventStreams(this);
    this.feed = new Feed(streams::more);
    this.poller = new Poller(source, pauseNanos, this::isWatched, this);
  }

  void start() {
    poller.start();
    poller.askOnce();
  }

  Feed feed() {
    return feed;
  }

  EventStreams streams() {
    return streams;
  }

  /** Somebody watches now. */
  void wake() {
    poller.wake();
  }

  /** Something has happened that is worth a look. */
  void refresh() {
    poller.askOnce();
  }

  String json(ConsoleState state) {
    return StateJson.of(state, recorder.state(), run);
  }

  RecordingState recording() {
    return recorder.state();
  }

  /** Whether the reader of an earlier stream has the lines of this run. */
  boolean isThisRun(String other) {
    return run.equals(other);
  }

  /** Takes a state that is a second old at most, or the latest if that cannot be had soon. */
  void freshState(long timeoutMillis, Consumer<ConsoleState> taker) {
    CompletableFuture<ConsoleState> next = feed.next();
    glanced.set(System.nanoTime());
    poller.wake();
    var unused =
        next.orTimeout(timeoutMillis, TimeUnit.MILLISECONDS)
            .whenComplete((state, timeout) -> taker.accept(feed.state()));
  }

  /** Runs something that takes a while, one after the other; not at all once this is closed. */
  void run(Runnable task) {
    poller.run(task);
  }

  /** Begins a recording unless one is running. */
  void startRecording() throws IOException {
    if (recorder.start(Instant.now())) {
      log(Kind.RECORDING, "recording to " + recorder.state().directory());
      feed.showAgain();
      poller.wake();
    }
  }

  /** Ends the recording if one is running. */
  void stopRecording() {
    if (recorder.isRunning()) {
      log(Kind.RECORDING, "recording ends");
      recorder.stop();
      feed.showAgain();
    }
  }

  @Override
  public void read(ConsoleState state) {
    if (hasFailed) {
      hasFailed = false;
      log(Kind.PROBLEM, "values can be had again");
    }
    for (Change change : Changes.between(before, state)) {
      log(change.kind(), change.text());
    }
    before = state;
    recorder.write(state).ifPresent(this::logEndOfRecording);
    feed.show(state);
  }

  @Override
  public void failed(Throwable cause) {
    Throwable root =
        cause instanceof CompletionException && cause.getCause() != null ? cause.getCause() : cause;
    String reason = "values cannot be had: " + root;
    if (!hasFailed) {
      hasFailed = true;
      log(Kind.PROBLEM, reason);
    }
    ConsoleState stale = before.stale(reason);
    recorder.write(stale).ifPresent(this::logEndOfRecording);
    feed.show(stale);
  }

  @Override
  public void tick() {
    streams.more();
  }

  void note(String text) {
    log(Kind.STATE, text);
  }

  private void log(Kind kind, String text) {
    LogLine line = feed.log(Instant.now(), kind, text);
    recorder.write(line).ifPresent(this::logEndOfRecording);
  }

  private void logEndOfRecording(String reason) {
    feed.log(Instant.now(), Kind.RECORDING, "recording has ended: " + reason);
  }

  private boolean isWatched() {
    long glance = glanced.get();
    return streams.count() > 0
        || recorder.isRunning()
        || (glance != NEVER && System.nanoTime() - glance < GLANCE_NANOS);
  }

  @Override
  public void close() {
    poller.close();
    recorder.stop();
  }
}
