package dev.flotilla.raftdpws;

import dev.flotilla.node.NodeStatus;
import dev.flotilla.node.RaftNode;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raftdpws.message.GroupEvent;
import dev.flotilla.raftdpws.message.StateFingerprints;
import dev.flotilla.raftdpws.message.StatusFact;
import dev.flotilla.raftdpws.message.StatusResponse;
import java.net.URI;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * While this server leads, learns from the status of each other member which commands its program
 * knows, and whether its state is that of this server.
 *
 * <p>It asks only while a version of the commands waits for members, once a second; else it looks
 * at the answers that others asked for, {@link TimingWatch} every five seconds.
 *
 * <p>One thread, which nothing here blocks. Bounds: one question a member in a second, and one
 * index of each member of the configuration.
 */
final class StateWatch {
  private static final Logger LOG = LoggerFactory.getLogger(StateWatch.class);
  private static final long INTERVAL_NANOS = 1_000_000_000L;

  private final Function<Member, Optional<URI>> addresses;
  private final Function<URI, CompletionStage<StatusResponse>> calls;
  private final Executor thread;
  private final Consumer<GroupEvent> events;
  private final Map<Member, Long> diverged = new HashMap<>();
  private Optional<RaftNode> node = Optional.empty();
  private boolean isStopTold;
  private Optional<Long> askedNanos = Optional.empty();

  /**
   * Makes one that has not asked anybody.
   *
   * @param addresses where a member is, if known
   * @param calls asks a server for its status; must not block
   * @param thread runs what deals with answers: the thread that calls {@link #look}
   * @param events takes what is found
   */
  StateWatch(
      Function<Member, Optional<URI>> addresses,
      Function<URI, CompletionStage<StatusResponse>> calls,
      Executor thread,
      Consumer<GroupEvent> events) {
    this.addresses = addresses;
    this.calls = calls;
    this.thread = thread;
    this.events = events;
  }

  /** Asks a server for its status, and looks at the answer as well. */
  CompletionStage<StatusResponse> ask(URI server) {
    CompletionStage<StatusResponse> answer = calls.apply(server);
    var unused = answer.thenAcceptAsync(this::heard, thread);
    return answer;
  }

  /** Looks at this server, and asks the members if they have to be asked. */
  void look(RaftNode served, NodeStatus status, long nowNanos) {
    node = Optional.of(served);
    Optional<String> stopped = served.appliedLog().stopped();
    if (stopped.isPresent() && !isStopTold) {
      isStopTold = true;
      events.accept(new GroupEvent.ApplyStopped(status.appliedIndex(), stopped.get()));
    }
    boolean isWaiting =
        served.commandVersions().ownVersion() > served.commandVersions().activeVersion();
    boolean isAsked = askedNanos.isPresent() && nowNanos - askedNanos.get() < INTERVAL_NANOS;
    if (!status.isLeading() || !isWaiting || isAsked) {
      return;
    }
    askedNanos = Optional.of(nowNanos);
    others(status).forEach(member -> addresses.apply(member).ifPresent(this::ask));
  }

  private static Set<Member> others(NodeStatus status) {
    Set<Member> others = new HashSet<>(status.configuration().members());
    others.remove(status.self());
    return others;
  }

  private void heard(StatusResponse server) {
    if (node.isEmpty()) {
      return;
    }
    NodeStatus status = node.get().status();
    Member member = server.self().member();
    Set<Member> others = others(status);
    if (!status.isLeading() || !others.contains(member)) {
      return;
    }
    long version = server.facts().number(StatusFact.COMMANDS_VERSION).orElse(1);
    node.get().commandVersions().report(member, (int) Math.min(version, Integer.MAX_VALUE));
    diverged.keySet().retainAll(others);
    compare(member, server, status);
  }

  private void compare(Member member, StatusResponse server, NodeStatus status) {
    OptionalLong index =
        StateFingerprints.contradiction(
            node.orElseThrow().appliedLog().fingerprints(), StateFingerprints.of(server));
    if (index.isEmpty()) {
      return;
    }
    if (diverged.put(member, index.getAsLong()) == null) {
      LOG.error(
          "the state of {} of group '{}' DIVERGES from that of the leader {} at index {}, term {}:"
              + " one of them runs another program, or its state machine is not deterministic; see"
              + " 'flotilla status --check'",
          member.id(),
          server.name(),
          status.self().id(),
          index.getAsLong(),
          status.term());
      events.accept(new GroupEvent.StateDiverged(status.term(), member, index.getAsLong()));
    }
  }
}
