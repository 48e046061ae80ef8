package dev.flotilla.console;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A server of a group, as the console shows it. Immutable.
 *
 * @param id its lasting identity, {@code urn:uuid:...}
 * @param role leader, follower, another role, or {@code no answer}
 * @param standing voter, witness, learner, joining, leaving, or {@code none}
 * @param progress how far it is; absent if it does not answer
 * @param lag entries of the leader's log that it is not known to have synced; absent if no leader
 *     says so
 * @param leaderSince since when it leads; absent if it does not lead
 * @param address where it can be called; empty if unknown
 * @param problems what is wrong with it, for people
 * @param properties everything else, in the order in which it is shown
 */
public record MemberState(
    String id,
    String role,
    String standing,
    Optional<Progress> progress,
    OptionalLong lag,
    Optional<LeaderSince> leaderSince,
    String address,
    List<String> problems,
    List<Property> properties) {
  /** The role of a member that does not answer. */
  public static final String NO_ANSWER = "no answer";

  /** Copies the lists. */
  public MemberState {
    problems = List.copyOf(problems);
    properties = List.copyOf(properties);
  }

  /** Whether it has answered. */
  public boolean answers() {
    return progress.isPresent();
  }

  /** Whether it leads. */
  public boolean leads() {
    return leaderSince.isPresent();
  }

  /**
   * How far a server is.
   *
   * @param term its current term
   * @param last the last entry of its log
   * @param committed the last entry that it knows to be committed
   * @param applied the last entry that it has applied
   */
  public record Progress(long term, long last, long committed, long applied) {}
}
