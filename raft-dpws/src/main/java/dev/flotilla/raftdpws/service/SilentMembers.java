package dev.flotilla.raftdpws.service;

import dev.flotilla.dpws.soap.Exchange;
import dev.flotilla.node.RaftNode;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.progress.FollowerDistance;
import dev.flotilla.raftdpws.message.AdminResponse;
import dev.flotilla.raftdpws.wire.RaftFault;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Lets a leader give nobody's place away who answers it. One that was only slow to answer somebody
 * else answers the next heartbeat; one that is silent is so for ten of the longest election
 * timeouts, or has lost entries that it had confirmed.
 */
final class SilentMembers {
  private static final int SILENT_TIMEOUTS = 10;
  private static final long NANOS_PER_MILLI = 1_000_000;

  /** For so long a member is silent that has lost entries, before another takes its place. */
  private static final long QUIET_NANOS = 1_000 * NANOS_PER_MILLI;

  /** What a leader reports of its followers may be so old. */
  private static final long REPORT_NANOS = 200 * NANOS_PER_MILLI;

  private final Supplier<@Nullable Serving> serving;
  private final HeldAnswers held;

  SilentMembers(Supplier<@Nullable Serving> serving, HeldAnswers held) {
    this.serving = serving;
    this.held = held;
  }

  /**
   * Does something once a member is known to be silent; refuses it if the member answers. Returns
   * at once.
   */
  void whenSilent(RaftNode node, Member member, Exchange<AdminResponse> exchange, Runnable action) {
    long sinceNanos = System.nanoTime();
    boolean isHeld =
        held.untilKnown(
            isLast -> {
              Optional<Boolean> silent = isSilent(node, member, System.nanoTime() - sinceNanos);
              if (silent.isPresent() && silent.get()) {
                action.run();
              } else if (silent.isPresent()) {
                exchange.answer(AdminResponse.refused(answers(member)));
              } else if (isLast) {
                exchange.fault(
                    RaftFault.BUSY.because(
                        "unknown yet whether %s is silent".formatted(member.id())));
              }
              return silent.isPresent() || isLast;
            });
    if (!isHeld) {
      exchange.fault(RaftFault.BUSY.because("too many requests wait for a member's silence"));
    }
  }

  private static String answers(Member member) {
    return member.id()
        + " answers this leader: stop it first, or force the change (members add --replacing ID"
        + " --force, members remove --force)";
  }

  /** Empty as long as it may be either. */
  private Optional<Boolean> isSilent(RaftNode node, Member member, long waitedNanos) {
    if (member.equals(node.status().self())) {
      return Optional.of(false);
    }
    return hasLostEntries(node, member)
        ? Optional.of(true)
        : isSilent(follower(node, member), waitedNanos, limitNanos());
  }

  /** A leader that has just begun reports no followers yet: nothing is known of them then. */
  static Optional<Boolean> isSilent(
      Optional<FollowerDistance> follower, long waitedNanos, long limitNanos) {
    if (follower.isEmpty()) {
      return Optional.empty();
    }
    long silentNanos = follower.get().silentNanos();
    if (silentNanos >= limitNanos) {
      return Optional.of(true);
    }
    return silentNanos + REPORT_NANOS < waitedNanos ? Optional.of(false) : Optional.empty();
  }

  private long limitNanos() {
    Serving now = serving.get();
    return now == null
        ? Long.MAX_VALUE
        : NANOS_PER_MILLI * SILENT_TIMEOUTS * now.timing().electionMaxMillis();
  }

  /**
   * Whether there is evidence that a member has lost entries, and it does not answer any more. One
   * that is still there would take the evidence back.
   */
  static boolean hasLostEntries(RaftNode node, Member member) {
    return node.status().raft().losses().stream().anyMatch(it -> it.member().equals(member))
        && follower(node, member).filter(it -> it.silentNanos() > QUIET_NANOS).isPresent();
  }

  private static Optional<FollowerDistance> follower(RaftNode node, Member member) {
    return node.followers().stream().filter(it -> it.member().equals(member)).findFirst();
  }
}
