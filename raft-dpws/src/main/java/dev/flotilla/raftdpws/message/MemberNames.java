package dev.flotilla.raftdpws.message;

import dev.flotilla.raft.model.NodeId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What people call the members of a group: each tells its own name, and servers tell those of
 * others that they have asked, so that a member that does not answer keeps its name. Stateless.
 */
public final class MemberNames {
  private static final int MAX_TOLD = 32;
  private static final String BETWEEN = ";";

  private MemberNames() {}

  /** The fact {@link StatusFact#MEMBER_NAMES}: ids with names, at most {@value #MAX_TOLD}. */
  public static String text(Map<NodeId, String> names) {
    return names.entrySet().stream()
        .limit(MAX_TOLD)
        .map(it -> it.getKey() + "=" + it.getValue())
        .collect(Collectors.joining(BETWEEN));
  }

  /** The name of a member, as it or another server tells; empty if none knows one. */
  public static Optional<String> of(NodeId member, List<StatusResponse> servers) {
    Stream<String> own =
        servers.stream()
            .filter(it -> it.self().member().id().equals(member))
            .flatMap(it -> it.facts().text(StatusFact.MEMBER_NAME).stream());
    String prefix = member + "=";
    Stream<String> heard =
        servers.stream()
            .flatMap(it -> it.facts().text(StatusFact.MEMBER_NAMES).stream())
            .flatMap(it -> Stream.of(it.split(BETWEEN, -1)))
            .filter(it -> it.startsWith(prefix))
            .map(it -> it.substring(prefix.length()));
    return Stream.concat(own, heard).findFirst();
  }
}
