package dev.flotilla.raftdpws.admission;

import java.time.Duration;
import java.util.Optional;

/**
 * Which changes of members a leader makes by itself. A setting of each server, of which that of the
 * leader counts; all servers of a group should have the same.
 *
 * @param admits who is admitted
 * @param voters learners are promoted as long as there are fewer voters
 * @param replaceAfter a voter that is silent for longer is replaced by a learner that has caught
 *     up; empty: never
 */
public record AdmissionPolicy(Admits admits, int voters, Optional<Duration> replaceAfter) {
  /** Only operators change members. */
  public static final AdmissionPolicy MANUAL =
      new AdmissionPolicy(Admits.NOBODY, 0, Optional.empty());

  /** With shorter times a restart would cost a server its place. */
  public static final Duration MIN_REPLACE_AFTER = Duration.ofSeconds(5);

  private static final int MAX_VOTERS = 15;

  /** Who is admitted. */
  public enum Admits {
    /** Nobody: operators add members. */
    NOBODY,
    /**
     * Servers with a member certificate of the group, as learners; they are promoted, and replace
     * silent voters.
     */
    CERTIFIED,
    /** Any server, as a learner; operators promote. For isolated networks without keys. */
    LEARNERS
  }

  /** Rejects policies that cannot work. */
  public AdmissionPolicy {
    if (voters < 0 || voters > MAX_VOTERS) {
      throw new IllegalArgumentException(
          "a group is to have 0 to %s voters, not %s".formatted(MAX_VOTERS, voters));
    }
    if (replaceAfter.filter(after -> after.compareTo(MIN_REPLACE_AFTER) < 0).isPresent()) {
      throw new IllegalArgumentException(
          "a silent member is replaced after %s at the earliest, not %s"
              .formatted(MIN_REPLACE_AFTER, replaceAfter.get()));
    }
    if (admits != Admits.CERTIFIED && (voters > 0 || replaceAfter.isPresent())) {
      throw new IllegalArgumentException(
          "members are promoted and replaced automatically only if certificates admit them");
    }
  }
}
