package dev.flotilla.gateway.backend;

import dev.flotilla.dpws.HostPort;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** One web server: whether it lives, and what it has to do. Any thread. */
public final class Backend {
  /** From here on the silence of a web server is a failure: a mistake in 100 million. */
  private static final double SUSPICIOUS_PHI = 8;

  private static final int PER_MILLE_OF_QUARTER = 250;

  /** A web server that has not answered since the start is reported after so long. */
  private static final long FIRST_ANSWER_NANOS = TimeUnit.SECONDS.toNanos(5);

  private enum Reported {
    NOTHING,
    LIVE,
    DOWN
  }

  private final HostPort address;
  private final PhiAccrual silence;
  private final AtomicInteger inFlight = new AtomicInteger();
  private final AtomicLong requests = new AtomicLong();
  private final AtomicLong failures = new AtomicLong();
  private volatile boolean down;
  private volatile boolean hasAnswered;
  private volatile String trouble = "it answers no probe";
  private Reported reported = Reported.NOTHING;
  private long reportedNanos;
  private volatile long lastRequestMillis;
  private volatile long lastChoice;
  private volatile LoadReport report = LoadReport.NONE;

  /**
   * A web server of which nothing is known yet; it counts as living.
   *
   * @param expectedIntervalMillis how often signs of life are expected
   */
  public Backend(HostPort address, long expectedIntervalMillis) {
    this.address = address;
    this.silence = new PhiAccrual(expectedIntervalMillis);
  }

  /** Where it listens. */
  public HostPort address() {
    return address;
  }

  /** A probe was answered, or an agent has reported. */
  public void heard(long nowNanos) {
    synchronized (silence) {
      if (down || silence.phi(nowNanos) >= SUSPICIOUS_PHI) {
        silence.restart(nowNanos);
      } else {
        silence.heard(nowNanos);
      }
    }
    down = false;
    hasAnswered = true;
  }

  /** An agent has told how busy it is. */
  public void reported(LoadReport told) {
    report = told;
  }

  /** What its agent reported last. */
  public LoadReport report() {
    return report;
  }

  /**
   * A request could not be sent to it, or its answer broke off; down until the next sign.
   *
   * @param reason what happened
   */
  public void failed(String reason) {
    failures.incrementAndGet();
    unreachable(reason);
  }

  /**
   * Nobody can connect to it; down until the next sign.
   *
   * @param reason what happened
   */
  public void unreachable(String reason) {
    trouble = reason;
    down = true;
  }

  /**
   * What has changed since the last call: it went down, came back, or has not answered since the
   * start. One thread.
   */
  public Optional<String> change(long nowNanos) {
    Reported before = reported;
    if (before == Reported.NOTHING && reportedNanos == 0) {
      reportedNanos = nowNanos;
    }
    if (hasAnswered && isLive(nowNanos)) {
      reported = Reported.LIVE;
    } else if (hasAnswered || down || nowNanos - reportedNanos >= FIRST_ANSWER_NANOS) {
      reported = Reported.DOWN;
    }
    if (reported == before) {
      return Optional.empty();
    }
    long seconds = TimeUnit.NANOSECONDS.toSeconds(nowNanos - reportedNanos);
    reportedNanos = nowNanos;
    if (reported == Reported.LIVE) {
      return before == Reported.NOTHING
          ? Optional.empty()
          : Optional.of("web server %s answers again after %s s".formatted(address, seconds));
    }
    String what = hasAnswered ? "is down" : "has not answered since the start";
    String why = down ? trouble : "it answers no probe";
    return Optional.of("web server %s %s: %s".formatted(address, what, why));
  }

  /** How suspicious its silence is. */
  public double phi(long nowNanos) {
    synchronized (silence) {
      return silence.phi(nowNanos);
    }
  }

  /** Whether requests should be sent to it. */
  public boolean isLive(long nowNanos) {
    return !down && phi(nowNanos) < SUSPICIOUS_PHI;
  }

  /** A request is sent to it. */
  public void began(long nowMillis) {
    inFlight.incrementAndGet();
    requests.incrementAndGet();
    lastRequestMillis = nowMillis;
  }

  /** A request has ended, however. */
  public void ended() {
    inFlight.decrementAndGet();
  }

  /** The requests of this gateway that it works on. */
  public int inFlight() {
    return inFlight.get();
  }

  /** The requests that were sent to it. */
  public long requests() {
    return requests.get();
  }

  /** How often it failed. */
  public long failures() {
    return failures.get();
  }

  /** When a request was last sent to it, as of the clock on the wall; 0 for never. */
  public long lastRequestMillis() {
    return lastRequestMillis;
  }

  /**
   * What one more request would find: requests before it, on processors that are partly busy. The
   * processors count in quarters, so that small differences do not send all requests to one web
   * server; those of a web server without reports count as half busy.
   */
  double load() {
    LoadReport last = report;
    long quarters = last.equals(LoadReport.NONE) ? 2 : last.cpuPerMille() / PER_MILLE_OF_QUARTER;
    return (inFlight.get() + 1) * (4 + quarters);
  }

  long lastChoice() {
    return lastChoice;
  }

  void chosen(long number) {
    lastChoice = number;
  }

  @Override
  public String toString() {
    return address.toString();
  }
}
