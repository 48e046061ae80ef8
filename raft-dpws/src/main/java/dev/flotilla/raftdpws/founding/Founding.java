package dev.flotilla.raftdpws.founding;

import dev.flotilla.raft.model.Member;
import dev.flotilla.raftdpws.directory.ServerSighting;
import dev.flotilla.raftdpws.message.FoundRequest;
import dev.flotilla.raftdpws.message.FoundResponse;
import dev.flotilla.raftdpws.message.FoundingList;
import dev.flotilla.raftdpws.message.StatusResponse;
import dev.flotilla.storage.identity.Founder;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How servers that were told to expect N of them become a group (safety rule 9).
 *
 * <p><b>Collecting.</b> Each server asks whoever is announced under the group's scope, and whatever
 * address an operator named, for its status. When exactly N founders are in sight, itself included,
 * the one with the lowest member accepts the sorted list of them and asks the others to accept it.
 * If it does not, the next one does after a while.
 *
 * <p><b>Accepting.</b> A server accepts a list only if it has itself seen exactly the servers on
 * it, and no other; durably, before it answers; and only one list, ever. Two lists that both name a
 * server can therefore never both be accepted by all of their founders, and founding that gets
 * stuck is stuck in safety.
 *
 * <p><b>Founded.</b> When each of the others has told this server by unicast that it accepted the
 * list, or when one of them says that the group of that list exists (it has then asked all of
 * them), this server notes it durably and may vote. Whoever crashes in between goes on where it
 * was.
 *
 * <p>Never a group beside a group: nothing is accepted before {@link FoundingSearch} has ended and
 * everybody who was announced has answered, or has been silent for long. If a founded group of the
 * name answers that is not of the list accepted here, founding ends as refused.
 *
 * <p>Pure: no clock and no network; answers and time go in, questions come out. Only the {@link
 * FoundingRecord} is written, which may block. One thread at a time.
 */
final class Founding implements GroupSearch.Rules {
  private final FoundingPlan plan;
  private final FoundingRecord record;
  private final FounderCensus census;
  private final FoundingSearch search;
  private Set<Member> sight = Set.of();
  private long sightSinceNanos;
  private @Nullable Agreement agreement;
  private FoundingPhase phase = FoundingPhase.COLLECTING;
  private String refusal = "";

  /**
   * Begins, or goes on where the record says.
   *
   * @param fixed addresses that an operator named
   */
  Founding(FoundingPlan plan, FoundingRecord record, Collection<URI> fixed, long nowNanos) {
    this.plan = plan;
    this.record = record;
    this.census = new FounderCensus(plan.group(), plan.self(), plan.pace().ask(), fixed, nowNanos);
    this.search = new FoundingSearch(plan.pace(), nowNanos);
    this.sightSinceNanos = nowNanos;
    record.accepted().ifPresent(list -> agree(list, nowNanos));
    if (record.isFounded()) {
      phase = FoundingPhase.FOUNDED;
    }
  }

  FoundingPhase phase() {
    return phase;
  }

  /** The list accepted here, if one is. */
  Optional<FoundingList> accepted() {
    return Optional.ofNullable(agreement).map(Agreement::list);
  }

  /** Why the group cannot be founded with this server, when it is refused. */
  String refusal() {
    return refusal;
  }

  /** Somebody is announced under the group's scope. */
  void announced(ServerSighting sighting, long nowNanos) {
    census.mention(sighting, nowNanos);
  }

  /** This server's own answer to {@link FoundingQuestion.WhoIsHere} of that time came. */
  void heardItself(long askedNanos, long nowNanos) {
    search.heardItself(askedNanos, nowNanos);
  }

  /** How sure it is that no founded group of the name is on the network; empty if it is. */
  Optional<String> doubts() {
    Optional<String> unreached = census.unreached();
    return search.isSure()
        ? unreached
        : Optional.of(
            "this server did not hear its own questions to the network"
                + unreached.map(it -> "; " + it).orElse(""));
  }

  /** How it has searched for a founded group of the name, in words. */
  String searched(long nowNanos) {
    return search.words(nowNanos);
  }

  /** What is to be asked now. */
  List<FoundingQuestion> advanceTo(long nowNanos) throws IOException {
    if (isOver()) {
      return List.of();
    }
    search.advanceTo(nowNanos);
    proposeIfDue(nowNanos);
    finishIfAgreed();
    if (isOver()) {
      return List.of();
    }
    List<FoundingQuestion> questions = new ArrayList<>();
    if (phase == FoundingPhase.COLLECTING && search.takeProbe(nowNanos)) {
      questions.add(new FoundingQuestion.WhoIsHere(nowNanos));
    }
    census.takeDue(nowNanos).forEach(it -> questions.add(new FoundingQuestion.WhoIs(it)));
    if (agreement != null) {
      questions.addAll(agreement.takeDue(nowNanos));
    }
    return questions;
  }

  /** The answer to {@link FoundingQuestion.WhoIs}. */
  @Override
  public void isThere(URI address, StatusResponse answer, long nowNanos) throws IOException {
    census.answered(address, answer, nowNanos);
    look(nowNanos);
    if (!isOver() && answer.name().equals(plan.group()) && answer.group().isPresent()) {
      groupExists(answer);
    }
  }

  /** Nobody answered {@link FoundingQuestion.WhoIs}. */
  @Override
  public void isNotThere(URI address, Unanswered problem, long nowNanos) {
    census.failed(address, problem, nowNanos);
    look(nowNanos);
  }

  /** The answer to {@link FoundingQuestion.WillYou}. */
  void answered(Member asked, FoundResponse response, long nowNanos) throws IOException {
    if (agreement != null) {
      agreement.answered(asked, response, nowNanos);
      finishIfAgreed();
    }
  }

  /** Nobody answered {@link FoundingQuestion.WillYou}. */
  void notAnswered(Member asked, String problem, long nowNanos) {
    if (agreement != null) {
      agreement.failed(asked, problem, nowNanos);
    }
  }

  /**
   * Another founder proposes a list. What is answered as accepted is durable.
   *
   * @param request of this protocol version and for this very member
   */
  FoundResponse requested(FoundRequest request, long nowNanos) throws IOException {
    FoundingList list = request.list();
    if (agreement != null) {
      return agreement.isFor(list)
          ? new FoundResponse(self(), true, Optional.empty(), Optional.empty())
          : new FoundResponse(self(), false, accepted(), Optional.empty());
    }
    Optional<String> objection = objection(list, nowNanos);
    if (objection.isPresent()) {
      list.founders().forEach(founder -> census.mention(founder.address(), nowNanos));
      return new FoundResponse(self(), false, Optional.empty(), objection);
    }
    accept(list, nowNanos);
    return requested(request, nowNanos);
  }

  /** What this server waits for, in words; empty when it waits for nothing any more. */
  Optional<String> waitingFor(long nowNanos) {
    return switch (phase) {
      case FOUNDED -> Optional.empty();
      case REFUSED -> Optional.of(refusal);
      case ACCEPTED -> Optional.of(agreement().waitingFor());
      case COLLECTING -> Optional.of(collecting(nowNanos));
    };
  }

  private Agreement agreement() {
    Agreement accepted = agreement;
    if (accepted == null) {
      throw new IllegalStateException("no list was accepted");
    }
    return accepted;
  }

  private boolean isOver() {
    return phase == FoundingPhase.FOUNDED || phase == FoundingPhase.REFUSED;
  }

  private Member self() {
    return plan.self().member();
  }

  private List<Founder> founders() {
    return Stream.concat(Stream.of(plan.self()), census.others().stream()).toList();
  }

  private static Set<Member> members(List<Founder> founders) {
    return founders.stream().map(Founder::member).collect(Collectors.toCollection(TreeSet::new));
  }

  private void look(long nowNanos) {
    Set<Member> now = members(founders());
    if (!now.equals(sight)) {
      sight = now;
      sightSinceNanos = nowNanos;
    }
  }

  private void proposeIfDue(long nowNanos) throws IOException {
    if (phase != FoundingPhase.COLLECTING) {
      return;
    }
    look(nowNanos);
    List<Founder> founders = founders();
    if (founders.size() != plan.size() || !census.hasTriedFixed() || idsClash(founders)) {
      return;
    }
    long rank = sight.stream().filter(member -> member.compareTo(self()) < 0).count();
    long dueNanos = sightSinceNanos + rank * plan.pace().patience();
    FoundingList list = new FoundingList(plan.group(), founders);
    if (nowNanos - dueNanos >= 0 && objection(list, nowNanos).isEmpty()) {
      accept(list, nowNanos);
    }
  }

  /** Why this list cannot be accepted now, if it cannot. */
  private Optional<String> objection(FoundingList list, long nowNanos) {
    Set<Member> listed = members(list.founders());
    if (phase == FoundingPhase.REFUSED) {
      return Optional.of(refusal);
    }
    if (!list.name().equals(plan.group()) || listed.size() != plan.size()) {
      return Optional.of(
          "expects %s founders of group '%s', the list has %s of '%s'"
              .formatted(plan.size(), plan.group(), listed.size(), list.name()));
    }
    if (!search.isOver(nowNanos)) {
      return Optional.of("still listens whether the group exists already");
    }
    Optional<String> undecided = census.undecided(plan.pace().silence(), nowNanos);
    if (undecided.isPresent()) {
      return undecided.map(it -> "may be late, since the group may exist already: " + it);
    }
    if (!listed.equals(members(founders()))) {
      return Optional.of("sees other founders: " + FounderNames.founders(founders()));
    }
    return census.boundElsewhere(listed).map(FounderNames::boundElsewhere);
  }

  private void accept(FoundingList list, long nowNanos) throws IOException {
    if (!record.accept(list)) {
      throw new IllegalStateException("another list is on record already: " + record.accepted());
    }
    agree(list, nowNanos);
  }

  private void agree(FoundingList list, long nowNanos) {
    agreement = new Agreement(list, self(), plan.pace().ask(), nowNanos);
    phase = FoundingPhase.ACCEPTED;
    list.founders().stream()
        .filter(founder -> !founder.member().equals(self()))
        .forEach(founder -> census.mention(founder.address(), nowNanos));
  }

  private void finishIfAgreed() throws IOException {
    if (phase == FoundingPhase.ACCEPTED && agreement().isComplete()) {
      record.markFounded();
      phase = FoundingPhase.FOUNDED;
    }
  }

  private void groupExists(StatusResponse answer) throws IOException {
    FoundingList list = accepted().orElse(null);
    boolean isOurs =
        list != null
            // The id is a hash of the list; who tells it may have become a member later.
            && answer.group().equals(Optional.of(list.groupId()));
    if (isOurs) {
      record.markFounded();
      phase = FoundingPhase.FOUNDED;
    } else {
      refusal =
          ("group '%s' exists already, and this server is not one of its members: %s. Start it with"
                  + " the data directory of one of them, or as one that joins (--join on the command"
                  + " line), or found a group of another name")
              .formatted(plan.group(), FounderNames.members(answer.members()));
      phase = FoundingPhase.REFUSED;
    }
  }

  private String collecting(long nowNanos) {
    List<Founder> founders = founders();
    Optional<String> undecided = census.undecided(plan.pace().silence(), nowNanos);
    String seen = FounderNames.founders(founders);
    if (idsClash(founders)) {
      return "the data directory of one server to be removed, because it was copied: " + seen;
    }
    if (founders.size() > plan.size()) {
      return ("fewer founders: group '%s' is to have %s, but %s are here: %s. Stop those that do not"
              + " belong, or start all with the same number")
          .formatted(plan.group(), plan.size(), founders.size(), seen);
    }
    if (founders.size() < plan.size()) {
      return "%s more founders of group '%s'; here are %s%s"
          .formatted(
              plan.size() - founders.size(),
              plan.group(),
              seen,
              Stream.concat(census.strangers().stream(), undecided.stream())
                  .map(it -> "; " + it)
                  .collect(Collectors.joining()));
    }
    if (undecided.isPresent()) {
      return "to know whether group '%s' exists already: %s"
          .formatted(plan.group(), undecided.get());
    }
    return census
        .boundElsewhere(members(founders))
        .map(it -> "the founders to agree, but " + FounderNames.boundElsewhere(it))
        .orElse("the founders to agree: " + seen);
  }

  private static boolean idsClash(List<Founder> founders) {
    return founders.stream().map(founder -> founder.member().id()).distinct().count()
        < founders.size();
  }
}
