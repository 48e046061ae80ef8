package dev.flotilla.raftdpws.message;

import dev.flotilla.node.statemachine.Fingerprint;
import dev.flotilla.raft.model.Member;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The fingerprints of states as a fact of a status, and where those of members differ. Stateless.
 *
 * <p>The text is a list of {@code index:results} or {@code index:results:state}, separated by
 * blanks; the two are hexadecimal numbers of 64 bits.
 */
public final class StateFingerprints {
  private static final int HEX = 16;

  private StateFingerprints() {}

  /**
   * Members that have applied the same entries and have not come to the same state.
   *
   * @param index the last of those entries
   * @param members who they are, with their fingerprints, for people
   */
  public record Divergence(long index, String members) {
    /** For people. */
    public String text() {
      return "the state DIVERGES at index %s: %s".formatted(index, members);
    }
  }

  /** The text of fingerprints. */
  public static String text(List<Fingerprint> fingerprints) {
    return fingerprints.stream()
        .map(it -> it.index() + ":" + text(it))
        .collect(Collectors.joining(" "));
  }

  private static String text(Fingerprint one) {
    String results = Long.toHexString(one.results());
    return one.state().isPresent()
        ? results + ":" + Long.toHexString(one.state().getAsLong())
        : results;
  }

  /** The fingerprints that a server reports; none for what is no such text. */
  public static List<Fingerprint> of(StatusResponse server) {
    String text = server.facts().text(StatusFact.FINGERPRINTS).orElse("");
    List<Fingerprint> read = new ArrayList<>();
    for (String one : text.split(" ", -1)) {
      String[] parts = one.split(":", -1);
      if (parts.length == 2 || parts.length == 3) {
        try {
          read.add(
              new Fingerprint(
                  Long.parseLong(parts[0]),
                  Long.parseUnsignedLong(parts[1], HEX),
                  parts.length == 2
                      ? OptionalLong.empty()
                      : OptionalLong.of(Long.parseUnsignedLong(parts[2], HEX))));
        } catch (NumberFormatException e) {
          return List.of();
        }
      }
    }
    return read;
  }

  /** The latest index at which the states of two servers contradict each other; none if none. */
  public static OptionalLong contradiction(List<Fingerprint> ones, List<Fingerprint> others) {
    return ones.stream()
        .filter(
            one ->
                others.stream()
                    .anyMatch(other -> other.index() == one.index() && other.contradicts(one)))
        .mapToLong(Fingerprint::index)
        .max();
  }

  /** Where the states of servers of one group differ, the latest index first; none if nowhere. */
  public static List<Divergence> between(List<StatusResponse> servers) {
    TreeMap<Long, Divergence> found = new TreeMap<>();
    for (StatusResponse one : servers) {
      List<StatusResponse> group =
          servers.stream().filter(it -> it.group().equals(one.group())).toList();
      for (StatusResponse other : group) {
        contradiction(of(one), of(other))
            .ifPresent(index -> found.put(index, new Divergence(index, members(group, index))));
      }
    }
    return List.copyOf(found.descendingMap().values());
  }

  private static String members(List<StatusResponse> servers, long index) {
    List<String> texts = new ArrayList<>();
    for (StatusResponse server : servers) {
      Member member = server.self().member();
      of(server).stream()
          .filter(it -> it.index() == index)
          .forEach(it -> texts.add("%s has %s".formatted(member.id(), text(it))));
    }
    return String.join(", ", texts);
  }
}
