package dev.flotilla.raftdpws.founding;

import dev.flotilla.raft.model.Member;
import dev.flotilla.raftdpws.message.AdminResponse;
import dev.flotilla.raftdpws.message.ServerRole;
import dev.flotilla.raftdpws.message.StatusResponse;
import java.net.URI;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How a server whose directory was damaged comes back (safety rule 2): it finds the leader of its
 * group, and asks to be put in the place of its former self, again and again until it is a member.
 *
 * <p>It decides nothing: the leader makes the change, or refuses. Who is refused for a while asks
 * no more until it is started again, since then somebody has to decide. As long as nobody leads
 * there is nobody to ask, and it waits.
 *
 * <p>Pure: no clock and no network. One thread at a time.
 */
final class MemberReplacement implements GroupSearch.Rules {
  /** Between two questions to the same server, and between two requests to the leader. */
  static final long ASK_NANOS = 500_000_000;

  /**
   * So many refusals in a row, half a second apart, and it asks no more. On a busy machine a leader
   * refuses for half as long, since its former self may only pause: ten of the longest timeouts.
   */
  static final int MAX_REFUSALS = 120;

  private final MemberReplacementPlan plan;
  private final FounderCensus census;
  private @Nullable URI leader;
  private boolean isAsked;
  private long nextNanos;
  private int refusals;
  private @Nullable String answer;

  /**
   * Begins.
   *
   * @param fixed addresses that an operator named
   */
  MemberReplacement(MemberReplacementPlan plan, Collection<URI> fixed, long nowNanos) {
    this.plan = plan;
    this.census = new FounderCensus(plan.name(), plan.self(), ASK_NANOS, fixed, nowNanos);
    this.nextNanos = nowNanos;
  }

  /** A server of the group may be there. */
  void announced(URI address, long nowNanos) {
    census.mention(address, nowNanos);
  }

  /** The addresses whose servers are to be asked now how they stand. */
  List<URI> advanceTo(long nowNanos) {
    return census.takeDue(nowNanos);
  }

  @Override
  public void isThere(URI address, StatusResponse status, long nowNanos) {
    census.answered(address, status, nowNanos);
  }

  @Override
  public void isNotThere(URI address, Unanswered problem, long nowNanos) {
    census.failed(address, problem, nowNanos);
  }

  /** The leader, if it is to be asked now; it counts as asked until it answers or fails. */
  Optional<URI> takeLeader(long nowNanos) {
    Optional<URI> found = findLeader();
    if (isAsked || found.isEmpty() || nowNanos - nextNanos < 0 || isGivenUp()) {
      return Optional.empty();
    }
    leader = found.get();
    isAsked = true;
    return found;
  }

  /** The leader's answer. */
  void answered(AdminResponse response, long nowNanos) {
    if (response.reason().isPresent()) {
      refusals++;
    } else {
      refusals = 0;
    }
    ended(response.reason().orElse(null), nowNanos);
  }

  /** It has not answered, or not yes or no. */
  void failed(String problem, long nowNanos) {
    ended(problem, nowNanos);
  }

  private void ended(@Nullable String words, long nowNanos) {
    isAsked = false;
    nextNanos = nowNanos + ASK_NANOS;
    answer = words;
  }

  private boolean isGivenUp() {
    return refusals >= MAX_REFUSALS;
  }

  /** Who says that it leads, in the latest term; who has been deposed will not do it. */
  private Optional<URI> findLeader() {
    return census.serversOf(plan.group()).entrySet().stream()
        .filter(it -> it.getValue().serverRole() == ServerRole.LEADER)
        .max(Comparator.comparing(it -> it.getValue().progress().term()))
        .map(Map.Entry::getKey);
  }

  /** What it waits for, in words. */
  String waitingFor() {
    return "to take the place of its former self, whose directory was damaged (%s): %s"
        .formatted(plan.damage(), now());
  }

  private String now() {
    Member self = plan.self().member();
    String byHand =
        "'flotilla members add --group %s %s' has it done all the same"
            .formatted(plan.name(), self.id());
    if (isGivenUp()) {
      return "refused %s times, and not asked for any more before a restart: %s. %s"
          .formatted(refusals, answer, byHand);
    }
    if (findLeader().isPresent()) {
      return answer == null
          ? "the leader is asked for it"
          : "the leader at %s says: %s. It is asked again; %s".formatted(leader, answer, byHand);
    }
    int count = census.serversOf(plan.group()).size();
    if (count == 0) {
      return "no server of group '%s' answers%s"
          .formatted(plan.name(), census.strangers().map(it -> "; " + it).orElse(""));
    }
    return ("none of the %s other servers that answer leads. If more members are damaged or lost"
            + " than a majority can do without, the group stands still, and none of them may come"
            + " back by itself: bring back those that are intact")
        .formatted(count);
  }
}
