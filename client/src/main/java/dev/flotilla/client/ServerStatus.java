package dev.flotilla.client;

import java.net.URI;
import java.util.Optional;

/**
 * What a server reports of itself. Immutable.
 *
 * @param id its lasting identity, {@code urn:uuid:...}
 * @param address where it can be called
 * @param groupId the id of its group; empty until the group is founded, or found by a server that
 *     joins
 * @param kind what it is to the group, by the latest members that it knows
 * @param role {@code leader}, {@code follower}, {@code candidate}, {@code pre-candidate}, {@code
 *     founding}, {@code joining}, {@code stopped}, or a word of a later version
 * @param leader the id of the member that leads, as far as it knows
 * @param term its term, which is the number of elections that it knows of
 * @param log how far it is
 * @param waitingFor what it waits for, for people, if it does
 */
public record ServerStatus(
    String id,
    Optional<URI> address,
    Optional<String> groupId,
    MemberKind kind,
    String role,
    Optional<String> leader,
    long term,
    Log log,
    Optional<String> waitingFor) {
  /**
   * How far a server is: indexes of entries of its log.
   *
   * @param last the last entry
   * @param durable the last entry that is on its disk
   * @param committed the last entry that it knows to be committed
   * @param applied the last entry that its state has executed
   */
  public record Log(long last, long durable, long committed, long applied) {}

  /** Whether it leads. */
  public boolean isLeader() {
    return role.equals("leader");
  }
}
