package dev.flotilla.node;

import dev.flotilla.raft.Raft;
import dev.flotilla.raft.RaftStatus;
import dev.flotilla.raft.VoterAnswer;
import dev.flotilla.raft.model.Member;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs why a member knows no leader: the first time after {@value #FIRST_SECONDS} s, then once in
 * {@value #AGAIN_SECONDS} s, and when it knows one again. The group thread.
 */
final class LeaderAbsence {
  static final long FIRST_SECONDS = 10;
  static final long AGAIN_SECONDS = 60;

  private static final Logger LOG = LoggerFactory.getLogger(RaftNode.class);
  private static final long NANOS_PER_SECOND = 1_000_000_000;
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final Member self;
  private final String node;
  private final Consumer<String> warnings;

  /** Whether no leader was known at the last look; read by the loop, which else need not look. */
  boolean isAbsent;

  private boolean isTold;
  private long sinceNanos;
  private long nextNanos;

  /**
   * Knows a leader at first.
   *
   * @param node how the node is named in the log
   * @param warnings takes what is to be logged
   */
  LeaderAbsence(Member self, String node, Consumer<String> warnings) {
    this.self = self;
    this.node = node;
    this.warnings = warnings;
  }

  /** One that writes warnings to the log. */
  static LeaderAbsence logging(Member self, String node) {
    return new LeaderAbsence(self, node, LOG::warn);
  }

  /** To be called in each duty cycle in which no leader is known, or none was in the last one. */
  void look(Raft raft, RaftStatus status, long nowNanos) {
    if (status.leader().isPresent() || !status.configuration().isMember(self)) {
      end(status, nowNanos);
    } else if (!isAbsent) {
      isAbsent = true;
      sinceNanos = nowNanos;
      nextNanos = nowNanos + FIRST_SECONDS * NANOS_PER_SECOND;
    } else if (nowNanos - nextNanos >= 0) {
      isTold = true;
      nextNanos = nowNanos + AGAIN_SECONDS * NANOS_PER_SECOND;
      warnings.accept(reason(raft, raft.status(), nowNanos));
    }
  }

  private void end(RaftStatus status, long nowNanos) {
    Optional<Member> leader = status.leader();
    if (isTold && leader.isPresent()) {
      warnings.accept(
          "%s knows a leader again, after %s s: %s in term %s"
              .formatted(node, seconds(nowNanos), leader.get().id(), status.term()));
    }
    isAbsent = false;
    isTold = false;
  }

  private String reason(Raft raft, RaftStatus status, long nowNanos) {
    List<VoterAnswer> answers = raft.voterAnswers();
    List<String> voters = new ArrayList<>();
    for (Member voter : status.configuration().allVoters()) {
      if (!voter.equals(self)) {
        voters.add(
            answers.stream()
                .filter(it -> it.voter().equals(voter))
                .findFirst()
                .map(LeaderAbsence::text)
                .orElse(voter.id() + " has not answered a request for its vote"));
      }
    }
    return ("%s has known no leader for %s s; it is %s in term %s, its log ends at %s, its election"
            + " timeout is %s. %s")
        .formatted(
            node,
            seconds(nowNanos),
            status.role().name().toLowerCase(Locale.ROOT).replace('_', '-'),
            status.term(),
            status.last(),
            status.timeout(),
            voters.isEmpty() ? "It is the only voter" : String.join("; ", voters));
  }

  private static String text(VoterAnswer answer) {
    String when = answer.agoNanos() / NANOS_PER_MILLI + " ms ago";
    return answer.granted()
        ? "%s granted its vote for term %s %s".formatted(answer.voter().id(), answer.term(), when)
        : "%s refused its vote in term %s %s: %s"
            .formatted(answer.voter().id(), answer.term(), when, answer.refusal());
  }

  private long seconds(long nowNanos) {
    return (nowNanos - sinceNanos) / NANOS_PER_SECOND;
  }
}
