package dev.flotilla.raftdpws.service;

import dev.flotilla.node.NodeStatus;
import dev.flotilla.node.loop.NodeState;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raftdpws.founding.Beginning;
import dev.flotilla.raftdpws.message.FoundingList;
import dev.flotilla.raftdpws.message.MemberAddress;
import dev.flotilla.raftdpws.message.StatusResponse;
import dev.flotilla.raftdpws.message.WithoutLeader;
import dev.flotilla.raftdpws.wire.RaftNames;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;

/** What a server tells of itself, in the words of the wire contract. */
final class StatusView {
  private static final StatusResponse.Progress NONE = new StatusResponse.Progress(0, 0, 0, 0, 0);

  private StatusView() {}

  /** Before there is a group: the members are those of the founding list accepted, if one is. */
  static StatusResponse founding(String group, MemberAddresses whereabouts, Beginning founding) {
    List<MemberAddress> accepted =
        founding.accepted().map(FoundingList::configuration).stream()
            .flatMap(configuration -> configuration.voters().stream())
            .map(whereabouts::with)
            .toList();
    return new StatusResponse(
        RaftNames.PROTOCOL_VERSION,
        group,
        Optional.empty(),
        whereabouts.with(whereabouts.self()),
        founding.role(),
        Optional.empty(),
        NONE,
        accepted,
        Optional.empty(),
        founding.waitingFor());
  }

  static StatusResponse serving(String group, MemberAddresses whereabouts, Serving serving) {
    NodeStatus node = serving.node().status();
    boolean runs = node.state() == NodeState.RUNNING;
    return new StatusResponse(
        RaftNames.PROTOCOL_VERSION,
        group,
        Optional.of(serving.membership().group()),
        whereabouts.with(whereabouts.self()),
        runs ? role(node) : "stopped",
        node.leader().filter(leader -> runs).map(whereabouts::with),
        new StatusResponse.Progress(
            node.term(),
            node.lastIndex(),
            node.durableIndex(),
            node.commitIndex(),
            node.appliedIndex()),
        node.configuration().members().stream().map(whereabouts::with).toList(),
        Optional.of(node.configuration()).filter(known -> !known.equals(Configuration.NONE)),
        serving
            .readmission()
            .get()
            .filter(words -> runs)
            .or(() -> waitingFor(group, node, member -> hears(serving, member))),
        Optional.of(GaugesView.snapshot(serving.node().metrics().snapshots())),
        runs ? GaugesView.followers(serving.node().metrics().followers()) : List.of(),
        Optional.of(serving.timing()),
        node.raft().contradictions());
  }

  static Optional<String> waitingFor(String group, NodeStatus node, Predicate<Member> isHeard) {
    if (node.state() != NodeState.RUNNING) {
      return Optional.of("its node has stopped; the log of the server says why");
    }
    if (node.configuration().equals(Configuration.NONE)) {
      return Optional.of(
          "to be made a member: 'flotilla members add --group %s %s' has the leader call it"
              .formatted(group, node.self().id()));
    }
    if (!node.configuration().isMember(node.self())) {
      return Optional.of("nothing: it is no member of the group any more, and can be stopped");
    }
    if (node.leader().isPresent()) {
      return Optional.empty();
    }
    String resigned =
        node.raft().resignation().map(reason -> ". It resigned as leader: " + reason).orElse("");
    return Optional.of(
        WithoutLeader.reason(node.configuration(), it -> it.equals(node.self()) || isHeard.test(it))
            + (". If others serve, it may have been removed meanwhile: 'flotilla members"
                    + " --group %s' on one of their machines tells; then stop it")
                .formatted(group)
            + resigned);
  }

  /** A server without a leader asks all others for their votes again and again. */
  private static boolean hears(Serving serving, Member member) {
    return serving.transport().isHeard(member, System.nanoTime());
  }

  private static String role(NodeStatus node) {
    if (node.configuration().equals(Configuration.NONE)) {
      return StatusResponse.JOINING;
    }
    return node.role().name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
