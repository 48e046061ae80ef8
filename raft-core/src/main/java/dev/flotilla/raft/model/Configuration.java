package dev.flotilla.raft.model;

import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Who the members of the group are, and who of them counts. As a log entry it governs from the
 * moment it is in a server's log, committed or not (Raft §6).
 *
 * <p>A change of voters goes through three configurations. The first names the goal, and as
 * learners those who are to vote and have to catch up. The second is joint: whatever needs a quorum
 * needs one among {@code voters} and one among {@code outgoing}. The third has the voters alone.
 * {@link #towards}, {@link #joint} and {@link #settled} make them.
 *
 * <p>All lists are sorted. No id appears twice in one of the first four, but it may appear in two
 * incarnations in different ones: so a server whose directory was lost is replaced in one change.
 */
public final class Configuration implements Payload {
  /** How many different members one configuration may name. */
  public static final int MAX_MEMBERS = 24;

  /** What a server knows that has not been told of any group: nobody counts, nobody campaigns. */
  public static final Configuration NONE = Configuration.of(List.of(), List.of(), List.of());

  private static final int OVERHEAD_BYTES = 64;
  private static final int MEMBER_BYTES = 64;

  private final List<Member> voters;
  private final List<Member> outgoing;
  private final List<Member> learners;
  private final List<Member> goal;
  private final List<Member> witnesses;

  // Of these, since they are asked for all the time.
  private final List<Member> allVoters;
  private final List<Member> members;

  /**
   * Sorts, and rejects what no group can be.
   *
   * @param voters who votes; while joint, who will vote alone afterwards
   * @param outgoing while joint, who voted before; otherwise empty
   * @param learners who gets the log and counts for nothing. A voter among them votes until the
   *     change is made, and learns from then on
   * @param goal who shall vote once all of them have caught up; empty when nothing waits for that
   * @param witnesses those of all these who hold no state: they vote and acknowledge, and never
   *     lead. At most half of the voters may be
   */
  public Configuration(
      List<Member> voters,
      List<Member> outgoing,
      List<Member> learners,
      List<Member> goal,
      List<Member> witnesses) {
    this.voters = sorted("voter", voters);
    this.outgoing = sorted("outgoing voter", outgoing);
    this.learners = sorted("learner", learners);
    this.goal = sorted("goal", goal);
    // Both incarnations of a witness that is being replaced.
    this.witnesses = List.copyOf(new TreeSet<>(witnesses));
    this.allVoters = union(this.voters, this.outgoing);
    this.members = union(allVoters, this.learners);
    requireShape();
    requireWitnesses();
  }

  /** Plain voters. */
  public Configuration(List<Member> voters) {
    this(requireAny(voters), List.of(), List.of(), List.of(), List.of());
  }

  /**
   * What is not changing: neither joint, nor with a goal.
   *
   * @param voters who votes
   * @param learners who gets the log and counts for nothing
   * @param witnesses those of all these who hold no state
   */
  public static Configuration of(
      List<Member> voters, List<Member> learners, List<Member> witnesses) {
    return new Configuration(voters, List.of(), learners, List.of(), witnesses);
  }

  /** Who votes; while joint, who will vote alone afterwards. */
  public List<Member> voters() {
    return voters;
  }

  /** While joint, who voted before; otherwise empty. */
  public List<Member> outgoing() {
    return outgoing;
  }

  /** Who gets the log and counts for nothing, or votes until the change is made. */
  public List<Member> learners() {
    return learners;
  }

  /** Who shall vote once all of them have caught up; empty when nothing waits for that. */
  public List<Member> goal() {
    return goal;
  }

  /** Those of all these who hold no state. */
  public List<Member> witnesses() {
    return witnesses;
  }

  /** Whether the member votes, in either set while there are two. */
  public boolean isVoter(Member member) {
    return voters.contains(member) || outgoing.contains(member);
  }

  /** Whether the member may lead: it votes, and holds the state. */
  public boolean mayLead(Member member) {
    return isVoter(member) && !isWitness(member);
  }

  /** Whether the member gets the log. */
  public boolean isMember(Member member) {
    return isVoter(member) || learners.contains(member);
  }

  /** Whether the member holds no state. */
  public boolean isWitness(Member member) {
    return witnesses.contains(member);
  }

  /** Whether the member gets the log with all commands. */
  public boolean isFullMember(Member member) {
    return isMember(member) && !isWitness(member);
  }

  /** Whether two quorums are needed. */
  public boolean isJoint() {
    return !outgoing.isEmpty();
  }

  /** Whether a change is under way. */
  public boolean isChanging() {
    return isJoint() || !goal.isEmpty();
  }

  /** Whether this member alone decides. */
  public boolean isAlone(Member member) {
    return voters.equals(List.of(member)) && (!isJoint() || outgoing.equals(voters));
  }

  /** All who get the log, each once, sorted. */
  public List<Member> members() {
    return members;
  }

  /** All who vote, each once, sorted. */
  public List<Member> allVoters() {
    return allVoters;
  }

  /** The learners that are not among those who shall vote. */
  public List<Member> standingLearners() {
    return learners.stream().filter(learner -> !goal.contains(learner)).toList();
  }

  /**
   * The first step of a change: these voters still decide, and whoever of the target's voters does
   * not vote yet learns.
   *
   * @param target what shall be; not changing itself
   */
  public Configuration towards(Configuration target) {
    List<Member> newcomers =
        target.voters.stream().filter(member -> !voters.contains(member)).toList();
    List<Member> learning = union(target.learners, newcomers);
    List<Member> named = union(union(voters, learning), target.voters);
    List<Member> flagged =
        union(witnesses, target.witnesses).stream().filter(named::contains).toList();
    return new Configuration(voters, List.of(), learning, target.voters, flagged);
  }

  /** The second step: the goal and the voters so far decide together. */
  public Configuration joint() {
    return new Configuration(
        /* voters= */ goal,
        /* outgoing= */ voters,
        standingLearners(),
        /* goal= */ List.of(),
        witnesses);
  }

  /** The third step: the new voters decide alone. */
  public Configuration settled() {
    List<Member> flagged =
        witnesses.stream()
            .filter(member -> voters.contains(member) || learners.contains(member))
            .toList();
    return Configuration.of(voters, learners, flagged);
  }

  @Override
  public int sizeBytes() {
    int names = voters.size() + outgoing.size() + learners.size() + goal.size() + witnesses.size();
    return OVERHEAD_BYTES + MEMBER_BYTES * names;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other
        || (other instanceof Configuration that
            && voters.equals(that.voters)
            && outgoing.equals(that.outgoing)
            && learners.equals(that.learners)
            && goal.equals(that.goal)
            && witnesses.equals(that.witnesses));
  }

  @Override
  public int hashCode() {
    return Objects.hash(voters, outgoing, learners, goal, witnesses);
  }

  @Override
  public String toString() {
    return "Configuration[voters=%s, outgoing=%s, learners=%s, goal=%s, witnesses=%s]"
        .formatted(voters, outgoing, learners, goal, witnesses);
  }

  private static List<Member> requireAny(List<Member> voters) {
    if (voters.isEmpty()) {
      throw new IllegalArgumentException("a configuration needs at least one voter");
    }
    return voters;
  }

  private static List<Member> sorted(String role, List<Member> members) {
    TreeSet<Member> sorted = new TreeSet<>(members);
    if (sorted.stream().map(Member::id).distinct().count() != members.size()) {
      throw new IllegalArgumentException("a member id appears twice as " + role + " in " + members);
    }
    return List.copyOf(sorted);
  }

  private static List<Member> union(List<Member> some, List<Member> others) {
    TreeSet<Member> all = new TreeSet<>(some);
    all.addAll(others);
    return List.copyOf(all);
  }

  private void requireShape() {
    if (voters.isEmpty() && !(outgoing.isEmpty() && learners.isEmpty() && goal.isEmpty())) {
      throw new IllegalArgumentException("a configuration needs at least one voter");
    }
    if (!outgoing.isEmpty() && !goal.isEmpty()) {
      throw new IllegalArgumentException(
          "one change at a time: from " + outgoing + " to " + voters + ", and already to " + goal);
    }
    List<Member> staying = goal.isEmpty() ? voters : goal;
    for (Member learner : learners) {
      if (voters.contains(learner) && staying.contains(learner)) {
        throw new IllegalArgumentException(learner + " is a voter and a learner");
      }
    }
    for (Member next : goal) {
      if (!voters.contains(next) && !learners.contains(next)) {
        throw new IllegalArgumentException(next + " shall vote, and neither votes nor learns now");
      }
    }
    // What it leads to must be a group, too, or each leader would stop at the next step.
    List<Member> learning = learners.stream().filter(it -> !goal.contains(it)).toList();
    sorted("voter or learner", union(staying, learning));
    if (members.size() > MAX_MEMBERS) {
      throw new IllegalArgumentException(
          members.size() + " members; a configuration names at most " + MAX_MEMBERS);
    }
  }

  private void requireWitnesses() {
    for (Member witness : witnesses) {
      if (!members.contains(witness)) {
        throw new IllegalArgumentException("witness " + witness + " is no member");
      }
    }
    for (List<Member> set : List.of(voters, outgoing, goal)) {
      long count = set.stream().filter(witnesses::contains).count();
      if (2 * count > set.size()) {
        throw new IllegalArgumentException(
            count
                + " witnesses among "
                + set.size()
                + " voters: at most half may be, so that every majority has one who holds the"
                + " state; first remove a witness, or add a full voter");
      }
    }
  }
}
