package dev.flotilla.console;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the console shows, as of one moment. Immutable.
 *
 * @param at when it was collected
 * @param group the group's name; empty if there is no group
 * @param groupId the group's id, once it is founded
 * @param members the servers of the group; may be empty
 * @param nodes the web servers behind a gateway; may be empty
 * @param problems what is wrong with the whole, for people
 */
public record ConsoleState(
    Instant at,
    String group,
    Optional<String> groupId,
    List<MemberState> members,
    List<NodeState> nodes,
    List<String> problems) {
  /** How many members or nodes may be shown. */
  public static final int MAX_ROWS = 256;

  /** Before anything is known. */
  static final ConsoleState NONE =
      new ConsoleState(Instant.EPOCH, "", Optional.empty(), List.of(), List.of(), List.of());

  /** Copies the lists, and keeps the first {@value #MAX_ROWS} of each. */
  public ConsoleState {
    members = bounded(members);
    nodes = bounded(nodes);
    problems = bounded(problems);
  }

  /** The values of one group. */
  public static ConsoleState ofGroup(
      Instant at,
      String group,
      Optional<String> groupId,
      List<MemberState> members,
      List<String> problems) {
    return new ConsoleState(at, group, groupId, members, List.of(), problems);
  }

  /** The same with the web servers behind a gateway. */
  public ConsoleState withNodes(List<NodeState> more) {
    return new ConsoleState(at, group, groupId, members, more, problems);
  }

  /** The same values, of which nothing newer is known for this reason. */
  ConsoleState stale(String reason) {
    List<String> all = new ArrayList<>(List.of(reason));
    all.addAll(problems);
    return new ConsoleState(at, group, groupId, members, nodes, all);
  }

  private static <T> List<T> bounded(List<T> all) {
    return List.copyOf(all.subList(0, Math.min(all.size(), MAX_ROWS)));
  }
}
