package dev.flotilla.kit;

import dev.flotilla.kit.harness.Violation;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Runs a case on a thread of its own, whose group tells which threads the machine has begun. */
final class CaseThread extends Thread {
  private static final int MAX_FRAMES = 12;

  /** What is run. */
  interface Body {
    /**
     * Does it.
     *
     * @throws Exception if it does not hold
     */
    void run() throws Exception;
  }

  private final Body body;
  private volatile @Nullable Throwable thrown;

  private CaseThread(String name, Body body) {
    super(new ThreadGroup("conformance " + name), "conformance " + name);
    this.body = body;
    setDaemon(true);
  }

  /** Runs a body and waits for it. */
  static Verdict run(String name, Duration limit, Body body) {
    CaseThread thread = new CaseThread(name, body);
    Place home = Place.current();
    thread.start();
    try {
      thread.join(limit.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return violated("the thread that waited was interrupted", e);
    }
    if (thread.isAlive()) {
      home.settle(); // It may be stuck elsewhere.
      return violated(
          "it has not ended after %s s; it is at%n%s".formatted(limit.toSeconds(), frames(thread)),
          null);
    }
    return thread.verdict();
  }

  @Override
  public void run() {
    try {
      body.run();
    } catch (Throwable t) {
      thrown = t;
    }
  }

  private Verdict verdict() {
    Throwable cause = thrown;
    if (cause == null) {
      return new Verdict.Held();
    }
    return cause instanceof Violation
        ? violated(String.valueOf(cause.getMessage()), cause)
        : violated("it threw " + cause, cause);
  }

  private static Verdict violated(String seen, @Nullable Throwable cause) {
    return new Verdict.Violated(seen, Optional.ofNullable(cause));
  }

  private static String frames(Thread thread) {
    return Arrays.stream(thread.getStackTrace())
        .limit(MAX_FRAMES)
        .map(frame -> "        " + frame)
        .collect(Collectors.joining("\n"));
  }
}
