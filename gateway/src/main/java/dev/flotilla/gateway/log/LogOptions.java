package dev.flotilla.gateway.log;

/**
 * How a gateway uses the replicated log.
 *
 * @param mode when a request is forwarded
 * @param logsReads whether requests that change nothing are logged, too
 * @param keys how long answers of keys are kept
 * @param deadMillis after which silence another gateway counts as dead
 * @param waitMillis how long a request waits for the group before it is refused
 */
public record LogOptions(
    Mode mode, boolean logsReads, KeyRetention keys, int deadMillis, int waitMillis) {
  /** When a request is forwarded. */
  public enum Mode {
    /**
     * At once, unless it has a key: the log hears of it at the same time. A request is lost if its
     * gateway dies within that moment.
     */
    ASYNC,
    /** When a majority of the group has it on disk. */
    SYNC
  }

  private static final int DEFAULT_DEAD_MILLIS = 4_000;
  private static final int MIN_DEAD_MILLIS = 500;

  /** More than an election takes on a busy machine. */
  private static final int DEFAULT_WAIT_MILLIS = 30_000;

  /** Checks the numbers. */
  public LogOptions {
    if (deadMillis < MIN_DEAD_MILLIS || waitMillis < 1) {
      throw new IllegalArgumentException(
          "the silence of a gateway is at least %s ms and the time to wait 1 ms, not %s and %s"
              .formatted(MIN_DEAD_MILLIS, deadMillis, waitMillis));
    }
  }

  /** The defaults: what changes something is logged, with 4 s and 30 s. */
  public static LogOptions of(Mode mode) {
    return new LogOptions(
        mode, false, KeyRetention.inGroup(), DEFAULT_DEAD_MILLIS, DEFAULT_WAIT_MILLIS);
  }

  /** The same with another time after which a gateway counts as dead. */
  public LogOptions withDeadMillis(int millis) {
    return new LogOptions(mode, logsReads, keys, millis, waitMillis);
  }

  /** The same with another time to wait for the group. */
  public LogOptions withWaitMillis(int millis) {
    return new LogOptions(mode, logsReads, keys, deadMillis, millis);
  }

  /** The same, keeping answers of keys differently. */
  public LogOptions with(KeyRetention retention) {
    return new LogOptions(mode, logsReads, retention, deadMillis, waitMillis);
  }

  /** The same, logging what changes nothing, too. */
  public LogOptions withReads() {
    return new LogOptions(mode, true, keys, deadMillis, waitMillis);
  }
}
