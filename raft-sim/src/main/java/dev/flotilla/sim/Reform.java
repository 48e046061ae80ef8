package dev.flotilla.sim;

import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Member;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Predicate;

/** Makes a configuration out of the one that is and the wish for another. */
record Reform(SplittableRandom random, FaultInjector.Servers servers, Predicate<Member> isLost) {

  /** A configuration in which no change is under way; flags of others are left out. */
  static Configuration configuration(
      List<Member> voters, List<Member> learners, List<Member> witnesses) {
    List<Member> flagged =
        witnesses.stream().filter(it -> voters.contains(it) || learners.contains(it)).toList();
    return Configuration.of(voters, learners, flagged);
  }

  /** What the wish makes of what is. */
  Configuration of(Fault.Members wish, Configuration now) {
    List<Member> staying = shuffled(now.voters());
    int newcomers = Math.max(wish.newcomers(), wish.voters() - staying.size());
    List<Member> leaving = new ArrayList<>();
    while (staying.size() > wish.voters() - newcomers) {
      leaving.add(staying.remove(0));
    }
    List<Member> voters = new ArrayList<>(staying);
    List<Member> witnesses = new ArrayList<>(now.witnesses());
    if (wish.witness() && 2 * (witnesses.size() + 1) < wish.voters()) {
      unused().ifPresent(witnesses::add);
      witnesses.stream().filter(it -> !now.isMember(it)).forEach(voters::add);
    }
    while (voters.size() < wish.voters()) {
      Optional<Member> next = newcomer(now, voters, leaving);
      if (next.isEmpty()) {
        break;
      }
      voters.add(next.get());
    }
    List<Member> learners = new ArrayList<>(shuffled(now.learners()));
    // Another incarnation of a voter cannot learn beside it.
    learners.removeIf(it -> names(voters, it) || random.nextBoolean());
    if (wish.learner()) {
      newcomer(now, voters, learners).ifPresent(learners::add);
    }
    return isPossible(voters, witnesses) ? configuration(voters, learners, witnesses) : now;
  }

  /** A server that does not vote now: one that was a member once, or has never been. */
  private Optional<Member> newcomer(Configuration now, List<Member> taken, List<Member> others) {
    List<Member> former =
        servers.all().stream()
            .map(SimulatedServer::member)
            .filter(it -> !now.isVoter(it) && !now.isWitness(it) && !isLost.test(it))
            .filter(it -> !names(taken, it) && !names(others, it))
            .filter(it -> serverOf(it).mayHoldState())
            .toList();
    boolean isNew = former.isEmpty() || random.nextBoolean();
    Optional<Member> unused = isNew ? unused() : Optional.empty();
    return unused.or(
        () ->
            former.isEmpty()
                ? Optional.empty()
                : Optional.of(former.get(random.nextInt(former.size()))));
  }

  private Optional<Member> unused() {
    if (servers.all().size() >= Simulation.MAX_SERVERS) {
      return Optional.empty();
    }
    SimulatedServer added = servers.add(Optional.empty());
    servers.start(added);
    return Optional.of(added.member());
  }

  /** Whether they hold the member, be it in another incarnation. */
  private static boolean names(List<Member> members, Member member) {
    return members.stream().anyMatch(it -> it.id().equals(member.id()));
  }

  private SimulatedServer serverOf(Member member) {
    return servers.all().stream()
        .filter(it -> it.member().equals(member))
        .findFirst()
        .orElseThrow();
  }

  private static boolean isPossible(List<Member> voters, List<Member> witnesses) {
    return voters.stream().filter(witnesses::contains).count() * 2 < voters.size();
  }

  private List<Member> shuffled(List<Member> members) {
    List<Member> rest = new ArrayList<>(members);
    List<Member> order = new ArrayList<>();
    while (!rest.isEmpty()) {
      order.add(rest.remove(random.nextInt(rest.size())));
    }
    return order;
  }
}
