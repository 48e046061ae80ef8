package dev.flotilla.raftdpws.founding;

import dev.flotilla.storage.identity.Founder;

/**
 * What a server is told about the group that it is to found.
 *
 * @param group the group's name
 * @param self this server, with its address
 * @param size how many servers found the group, this one included
 * @param pace how fast
 */
public record FoundingPlan(String group, Founder self, int size, Pace pace) {
  /** The largest group that can be founded. */
  public static final int MAX_SIZE = 15;

  /** Rejects sizes that no group has. */
  public FoundingPlan {
    if (size < 1 || size > MAX_SIZE) {
      throw new IllegalArgumentException(
          "a group is founded by 1 to %s servers, not %s".formatted(MAX_SIZE, size));
    }
  }

  /**
   * Intervals, in nanoseconds.
   *
   * @param listen how long a server listens after its last question before it proposes or accepts
   *     anything, so that a founded group of the name has had time to answer
   * @param ask between two questions to the same server
   * @param patience how long each founder waits longer than the one before it in the list, before
   *     it proposes the list in its place
   * @param probes so many Probes must have been answered, by this server itself at least; 0 without
   *     discovery
   * @param probe from one of them to the next
   * @param silence how long it waits for a server that was announced and does not answer
   */
  public record Pace(long listen, long ask, long patience, int probes, long probe, long silence) {
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final int PROBES = 5;
    private static final long SILENCE = 10_000 * NANOS_PER_MILLI;
    private static final int SILENCE_TIMES_LISTEN = 10;

    /** Rejects intervals that are not positive. */
    public Pace {
      if (listen < 0 || ask <= 0 || patience <= 0 || probe <= 0 || silence <= 0) {
        throw new IllegalArgumentException(
            "intervals must be positive: listen %s, ask %s, patience %s, probe %s, silence %s ns"
                .formatted(listen, ask, patience, probe, silence));
      }
    }

    /** Without discovery. */
    public Pace(long listen, long ask, long patience) {
      this(listen, ask, patience, 0, 1, Math.max(1, SILENCE_TIMES_LISTEN * listen));
    }

    /** The same for a server that listens for longer. */
    public Pace listeningFor(long listenNanos) {
      return new Pace(listenNanos, ask, patience, probes, probe, silence);
    }

    /** The pace without discovery: only addresses that an operator named are asked. */
    public static Pace withoutDiscovery() {
      return of(0, 0);
    }

    /**
     * The pace on a network where answers to a Probe take up to so long.
     *
     * @param answerDelayNanos the longest wait of a device before it answers a Probe
     */
    public static Pace forAnswerDelay(long answerDelayNanos) {
      return of(answerDelayNanos, PROBES);
    }

    private static Pace of(long answerDelayNanos, int probes) {
      return new Pace(
          answerDelayNanos + 100 * NANOS_PER_MILLI,
          50 * NANOS_PER_MILLI,
          500 * NANOS_PER_MILLI,
          probes,
          Math.max(20 * NANOS_PER_MILLI, 3 * answerDelayNanos / 10),
          SILENCE);
    }
  }
}
