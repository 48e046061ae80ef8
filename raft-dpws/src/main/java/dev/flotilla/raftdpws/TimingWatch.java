package dev.flotilla.raftdpws;

import dev.flotilla.node.NodeStatus;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.options.Timing;
import dev.flotilla.raftdpws.message.StatusResponse;
import java.net.URI;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * While this server leads, asks the other members for their election timeout and heartbeat, and
 * logs a warning when a member's differ from its own: once until they change.
 *
 * <p>One thread, which nothing here blocks. Bounds: one question a member in {@value
 * #INTERVAL_SECONDS} s, and what was logged of each member of the configuration.
 */
final class TimingWatch {
  private static final Logger LOG = LoggerFactory.getLogger(TimingWatch.class);
  private static final long INTERVAL_SECONDS = 5;
  private static final long INTERVAL_NANOS = INTERVAL_SECONDS * 1_000_000_000L;

  private final Timing own;
  private final Function<Member, Optional<URI>> addresses;
  private final Function<URI, CompletionStage<StatusResponse>> calls;
  private final Executor thread;
  private final Consumer<String> warnings;
  private final Map<Member, Timing> warned = new HashMap<>();
  private Optional<Long> askedNanos = Optional.empty();

  /**
   * Makes one that has not asked anybody.
   *
   * @param own the timing of this server
   * @param addresses where a member is, if known
   * @param calls asks a server for its status; must not block
   * @param thread runs what deals with answers: the thread that calls {@link #look}
   * @param warnings takes what is to be logged
   */
  TimingWatch(
      Timing own,
      Function<Member, Optional<URI>> addresses,
      Function<URI, CompletionStage<StatusResponse>> calls,
      Executor thread,
      Consumer<String> warnings) {
    this.own = own;
    this.addresses = addresses;
    this.calls = calls;
    this.thread = thread;
    this.warnings = warnings;
  }

  /** One that writes warnings to the log. */
  static TimingWatch logging(
      Timing own,
      Function<Member, Optional<URI>> addresses,
      Function<URI, CompletionStage<StatusResponse>> calls,
      Executor thread) {
    return new TimingWatch(own, addresses, calls, thread, LOG::warn);
  }

  /** Asks the members if this server leads and has not asked for a while. */
  void look(NodeStatus node, long nowNanos) {
    boolean isAsked = askedNanos.isPresent() && nowNanos - askedNanos.get() < INTERVAL_NANOS;
    if (!node.isLeading() || isAsked) {
      return;
    }
    askedNanos = Optional.of(nowNanos);
    Set<Member> others = new HashSet<>(node.configuration().members());
    others.remove(node.self());
    warned.keySet().retainAll(others);
    for (Member member : others) {
      addresses
          .apply(member)
          .ifPresent(
              address ->
                  calls
                      .apply(address)
                      .thenAcceptAsync(status -> compare(member, status, node.term()), thread));
    }
  }

  private void compare(Member member, StatusResponse status, long term) {
    // An older server reports none; another server may have the address by now.
    if (!status.self().member().equals(member) || status.timing().isEmpty()) {
      return;
    }
    Timing theirs = status.timing().get();
    if (theirs.equals(own)) {
      warned.remove(member);
    } else if (!theirs.equals(warned.put(member, theirs))) {
      warnings.accept(
          ("member %s of group '%s' has an election timeout of %s, the leader of term %s has %s:"
                  + " start all members with the same --election-timeout and --heartbeat")
              .formatted(member.id(), status.name(), theirs, term, own));
    }
  }
}
