package dev.flotilla.gateway.log;

/**
 * How a gateway uses the replicated log.
 *
 * @param mode when a request is forwarded
 * @param logsReads whether requests that change nothing are logged, too
 * @param finishesAll whether requests without a key of a gateway that has died are executed again;
 *     otherwise only those with a key
 * @param maxAnswers the most answers of keys to keep
 * @param deadMillis after which silence another gateway counts as dead
 */
public record LogOptions(
    Mode mode, boolean logsReads, boolean finishesAll, int maxAnswers, int deadMillis) {
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

  private static final int DEFAULT_MAX_ANSWERS = 1_000;
  private static final int DEFAULT_DEAD_MILLIS = 4_000;
  private static final int MIN_DEAD_MILLIS = 500;

  /** Checks the numbers. */
  public LogOptions {
    if (maxAnswers < 1 || deadMillis < MIN_DEAD_MILLIS) {
      throw new IllegalArgumentException(
          "answers to keep are at least 1 and the silence of a gateway at least %s ms, not %s and %s"
              .formatted(MIN_DEAD_MILLIS, maxAnswers, deadMillis));
    }
  }

  /** The defaults: what changes something is logged and finished, with 1,000 answers and 4 s. */
  public static LogOptions of(Mode mode) {
    return new LogOptions(mode, false, true, DEFAULT_MAX_ANSWERS, DEFAULT_DEAD_MILLIS);
  }

  /** The same with another time after which a gateway counts as dead. */
  public LogOptions withDeadMillis(int millis) {
    return new LogOptions(mode, logsReads, finishesAll, maxAnswers, millis);
  }

  /** The same with another bound of answers. */
  public LogOptions withMaxAnswers(int count) {
    return new LogOptions(mode, logsReads, finishesAll, count, deadMillis);
  }

  /** The same, logging what changes nothing, too. */
  public LogOptions withReads() {
    return new LogOptions(mode, true, finishesAll, maxAnswers, deadMillis);
  }

  /** The same, finishing only requests with a key. */
  public LogOptions finishingKeysOnly() {
    return new LogOptions(mode, logsReads, false, maxAnswers, deadMillis);
  }
}
