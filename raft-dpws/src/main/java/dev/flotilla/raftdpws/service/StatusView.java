package dev.flotilla.raftdpws.service;

import static java.util.stream.Collectors.joining;

import dev.flotilla.node.DiskRoom;
import dev.flotilla.node.NodeStatus;
import dev.flotilla.node.RaftNode;
import dev.flotilla.node.loop.NodeState;
import dev.flotilla.node.snapshot.SnapshotMetrics;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.options.TimeoutInForce;
import dev.flotilla.raft.progress.FollowerDistance;
import dev.flotilla.raft.progress.LostEntries;
import dev.flotilla.raftdpws.directory.Exclusions;
import dev.flotilla.raftdpws.founding.Beginning;
import dev.flotilla.raftdpws.message.FollowerStatus;
import dev.flotilla.raftdpws.message.FoundingList;
import dev.flotilla.raftdpws.message.MemberAddress;
import dev.flotilla.raftdpws.message.SnapshotStatus;
import dev.flotilla.raftdpws.message.StateFingerprints;
import dev.flotilla.raftdpws.message.StatusDetails;
import dev.flotilla.raftdpws.message.StatusFact;
import dev.flotilla.raftdpws.message.StatusFacts;
import dev.flotilla.raftdpws.message.StatusResponse;
import dev.flotilla.raftdpws.message.WithoutLeader;
import dev.flotilla.raftdpws.wire.RaftNames;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
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
        founding.waitingFor(),
        StatusDetails.NONE);
  }

  static StatusResponse serving(
      String group, MemberAddresses whereabouts, Serving serving, Exclusions exclusions) {
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
            .or(
                () ->
                    waitingFor(
                        group,
                        node,
                        member -> hears(serving, member),
                        whereabouts::with,
                        exclusions)),
        details(serving, node, runs));
  }

  private static StatusDetails details(Serving serving, NodeStatus node, boolean runs) {
    return new StatusDetails(
        Optional.of(snapshot(serving.node().snapshots())),
        runs ? followers(serving.node().followers()) : List.of(),
        Optional.of(serving.timing()),
        node.raft().contradictions(),
        Optional.empty(),
        facts(serving.node(), node));
  }

  private static SnapshotStatus snapshot(SnapshotMetrics node) {
    return new SnapshotStatus(
        node.lastIndex(),
        node.sizeBytes(),
        millis(node.ageNanos()),
        millis(node.durationNanos()),
        node.entriesBehind(),
        node.bytesBehind(),
        node.sentBytes(),
        node.receivedBytes());
  }

  private static List<FollowerStatus> followers(List<FollowerDistance> node) {
    return node.stream()
        .map(
            it ->
                new FollowerStatus(
                    it.member(),
                    it.entriesBehind(),
                    it.snapshotBytesLeft(),
                    millis(it.silentNanos())))
        .toList();
  }

  private static long millis(long nanos) {
    return TimeUnit.NANOSECONDS.toMillis(Math.max(0, nanos));
  }

  private static StatusFacts facts(RaftNode node, NodeStatus status) {
    TimeoutInForce timeout = status.raft().timeout();
    String fingerprints = StateFingerprints.text(node.appliedLog().fingerprints());
    return StatusFacts.NONE
        .with(StatusFact.ELECTION_TIMEOUT_MIN_MILLIS, timeout.minMillis())
        .with(StatusFact.ELECTION_TIMEOUT_MAX_MILLIS, timeout.maxMillis())
        .with(StatusFact.MEASURED_DELAY_MILLIS, timeout.delayMillis())
        .with(StatusFact.COMMANDS_VERSION, node.commandVersions().ownVersion())
        .with(StatusFact.ACTIVE_COMMANDS_VERSION, node.commandVersions().activeVersion())
        .with(StatusFact.LOST_ENTRIES, lostEntries(status))
        .with(StatusFact.DISK_FULL, fullDisk(node.diskRoom()))
        .with(StatusFact.APPLY_STOPPED, node.appliedLog().stopped())
        .with(StatusFact.FINGERPRINTS, Optional.of(fingerprints).filter(it -> !it.isEmpty()));
  }

  private static Optional<String> fullDisk(DiskRoom room) {
    return switch (room) {
      case ENOUGH -> Optional.empty();
      case NO_COMMANDS -> Optional.of("commands are refused");
      case NONE -> Optional.of("commands are refused, and nothing is applied");
    };
  }

  private static Optional<String> lostEntries(NodeStatus node) {
    List<LostEntries> losses = node.raft().losses();
    return losses.isEmpty()
        ? Optional.empty()
        : Optional.of(losses.stream().map(LostEntries::toString).collect(joining("; ")));
  }

  static Optional<String> waitingFor(
      String group,
      NodeStatus node,
      Predicate<Member> isHeard,
      Function<Member, MemberAddress> addresses,
      Exclusions exclusions) {
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
    Predicate<Member> hasAnswered = it -> it.equals(node.self()) || isHeard.test(it);
    return Optional.of(
        WithoutLeader.reason(node.configuration(), hasAnswered)
            + silent(node, hasAnswered, addresses)
            + exclusions
                .excludedSince(node.commitIndex())
                .map(
                    who ->
                        ". It may have been removed: %s. 'flotilla members --group %s' shows it; stop it then"
                            .formatted(who, group))
                .orElse("")
            + resigned
            + lostEntries(node).map(words -> ". " + words).orElse(""));
  }

  private static String silent(
      NodeStatus node, Predicate<Member> hasAnswered, Function<Member, MemberAddress> addresses) {
    String silent =
        node.configuration().members().stream()
            .filter(hasAnswered.negate())
            .map(addresses)
            .map(it -> it.member().id() + it.address().map(at -> " at " + at).orElse(""))
            .collect(joining(", "));
    return silent.isEmpty() ? "" : "; no answer from " + silent;
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
