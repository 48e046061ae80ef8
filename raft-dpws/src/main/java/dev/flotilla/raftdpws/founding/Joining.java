package dev.flotilla.raftdpws.founding;

import dev.flotilla.raft.GroupId;
import dev.flotilla.raftdpws.wire.StatusResponse;
import java.net.URI;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How a server that is to join finds the id of the group that goes under the name it was told.
 *
 * <p>It asks whoever is announced under the group's scope, and whatever address an operator named,
 * for its status. When it has listened for as long as answers may take, and all founded servers of
 * the name tell one id, that is the group. It founds nothing: as long as nobody answers, it waits.
 *
 * <p>Pure: no clock and no network. One thread at a time.
 */
final class Joining {
  private final FoundingPlan.Pace pace;
  private final String group;
  private final URI ownAddress;
  private final FounderCensus census;
  private final long listenUntilNanos;

  /**
   * Begins.
   *
   * @param fixed addresses that an operator named
   */
  Joining(JoinPlan plan, Collection<URI> fixed, long nowNanos) {
    this.pace = plan.pace();
    this.group = plan.group();
    this.ownAddress = plan.self().address();
    this.census = new FounderCensus(group, plan.self().member(), pace.ask());
    this.listenUntilNanos = nowNanos + pace.listen();
    fixed.stream()
        .filter(address -> !address.equals(ownAddress))
        .forEach(address -> census.fix(address, nowNanos));
  }

  /** Somebody is announced under the group's scope. */
  void announced(URI address, long nowNanos) {
    if (!address.equals(ownAddress)) {
      census.mention(address, nowNanos);
    }
  }

  /** The addresses to ask now. */
  List<URI> advanceTo(long nowNanos) {
    return census.takeDue(nowNanos);
  }

  void isThere(URI address, StatusResponse answer, long nowNanos) {
    census.answered(address, answer, nowNanos);
  }

  void isNotThere(URI address, long nowNanos) {
    census.failed(address, nowNanos);
  }

  /** The group, once it is certain which one is meant. */
  Optional<GroupId> found(long nowNanos) {
    Set<GroupId> groups = census.foundedGroups();
    boolean isCertain =
        groups.size() == 1 && nowNanos - listenUntilNanos >= 0 && census.hasTriedFixed();
    return isCertain ? groups.stream().findFirst() : Optional.empty();
  }

  /** What it waits for, in words. */
  String waitingFor() {
    Set<GroupId> groups = census.foundedGroups();
    if (groups.size() > 1) {
      String ids = groups.stream().map(GroupId::value).collect(Collectors.joining(", "));
      return "one group of the name '%s'; here are several: %s. Stop or rename the others"
          .formatted(group, ids);
    }
    return "a server of the founded group '%s' to answer%s"
        .formatted(group, census.strangers().map(it -> "; " + it).orElse(""));
  }
}
