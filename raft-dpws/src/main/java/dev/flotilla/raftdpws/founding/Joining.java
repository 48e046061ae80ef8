package dev.flotilla.raftdpws.founding;

import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raftdpws.directory.ServerSighting;
import dev.flotilla.raftdpws.message.StatusResponse;
import java.net.URI;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How a server that is to join finds the id of the group that goes under the name it was told.
 *
 * <p>It asks whoever is announced under the group's scope, and whatever address an operator named,
 * for its status. From the first answer of a founded server of the name on it gathers answers for
 * {@link FoundingPlan.Pace#listen}; if all tell one id by then, that is the group. If they tell
 * several, the choice is an operator's, and it refuses. An id that the operator named needs no more
 * than one server of it. It founds nothing: as long as nobody answers, it waits.
 *
 * <p>Pure: no clock and no network. One thread at a time.
 */
final class Joining implements GroupSearch.Rules {
  private final JoinPlan plan;
  private final FounderCensus census;
  // Null until a founded server of the name has answered.
  private @Nullable Long metNanos;

  /**
   * Begins.
   *
   * @param fixed addresses that an operator named
   */
  Joining(JoinPlan plan, Collection<URI> fixed, long nowNanos) {
    this.plan = plan;
    this.census = new FounderCensus(plan.group(), plan.self(), plan.pace().ask(), fixed, nowNanos);
  }

  /** Somebody is announced under the group's scope. */
  void announced(ServerSighting sighting, long nowNanos) {
    census.mention(sighting, nowNanos);
  }

  /** The addresses to ask now. */
  List<URI> advanceTo(long nowNanos) {
    return census.takeDue(nowNanos);
  }

  @Override
  public void isThere(URI address, StatusResponse answer, long nowNanos) {
    census.answered(address, answer, nowNanos);
    if (metNanos == null && !census.foundedGroups().isEmpty()) {
      metNanos = nowNanos;
    }
  }

  @Override
  public void isNotThere(URI address, Unanswered problem, long nowNanos) {
    census.failed(address, problem, nowNanos);
  }

  /**
   * The group, once it is certain which one is meant.
   *
   * @throws FoundingRefused if several groups go by the name, and none of them was named by its id
   */
  Optional<GroupId> found(long nowNanos) throws FoundingRefused {
    Set<GroupId> groups = census.foundedGroups();
    if (plan.id().isPresent()) {
      return plan.id().filter(groups::contains);
    }
    if (!hasListened(nowNanos) || !census.hasTriedFixed()) {
      return Optional.empty();
    }
    if (groups.size() > 1) {
      throw new FoundingRefused(
          "several groups go by the name '%s': %s. Name the one to join by its id, with --group-id"
              .formatted(plan.group(), described(groups)));
    }
    return groups.stream().findFirst();
  }

  /** What it waits for, in words. */
  String waitingFor() {
    Set<GroupId> groups = census.foundedGroups();
    if (plan.id().isPresent()) {
      return "a server of the group '%s' with the id %s to answer%s"
          .formatted(
              plan.group(),
              plan.id().get(),
              groups.isEmpty() ? strangers() : "; found: " + described(groups));
    }
    return groups.isEmpty()
        ? ("a server of the founded group '%s' to answer; servers that are to found it are started"
                + " with --expect N%s")
            .formatted(plan.group(), strangers())
        : "answers of other servers by the name '%s'; found: %s%s"
            .formatted(plan.group(), described(groups), strangers());
  }

  private boolean hasListened(long nowNanos) {
    return metNanos != null && nowNanos - metNanos >= plan.pace().listen();
  }

  private String strangers() {
    return Stream.of(census.strangers(), census.unreached())
        .flatMap(Optional::stream)
        .map(it -> "; " + it)
        .collect(Collectors.joining());
  }

  private String described(Set<GroupId> groups) {
    return groups.stream().map(this::described).collect(Collectors.joining(", "));
  }

  private String described(GroupId id) {
    return census.serversOf(id).keySet().stream()
        .map(URI::toString)
        .collect(Collectors.joining(" and ", id + " at ", ""));
  }
}
