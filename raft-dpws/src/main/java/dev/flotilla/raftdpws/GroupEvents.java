package dev.flotilla.raftdpws;

import dev.flotilla.raft.RaftStatus;
import dev.flotilla.raft.Role;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.progress.FollowerDistance;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs elections, leaders, and members that come and go, one line each: it compares what it sees
 * with what it saw before. What begins and ends between two looks is not logged.
 *
 * <p>One thread. Bound: {@value #MAX_LINES} lines in {@value #WINDOW_SECONDS} s; of what is beyond,
 * the number is logged.
 */
final class GroupEvents {
  private static final Logger LOG = LoggerFactory.getLogger(GroupEvents.class);
  private static final int MAX_LINES = 20;
  private static final int WINDOW_SECONDS = 10;
  private static final long WINDOW_NANOS = WINDOW_SECONDS * 1_000_000_000L;

  /** A member that has not answered its leader for so long is silent. */
  private static final long SILENT_NANOS = 1_000_000_000L;

  private final String group;
  private final Member self;
  private final Consumer<String> lines;

  private Role role = Role.FOLLOWER;
  private Optional<Member> leader = Optional.empty();
  private long leaderTerm;
  private boolean isWithoutLeader;
  private Configuration configuration = Configuration.NONE;
  private final Set<Member> silent = new HashSet<>();

  private long windowNanos;
  private int linesInWindow;
  private int suppressed;

  /**
   * Makes one that has seen nothing.
   *
   * @param group the group's name
   * @param self this server
   * @param lines takes what is to be logged
   */
  GroupEvents(String group, Member self, Consumer<String> lines) {
    this.group = group;
    this.self = self;
    this.lines = lines;
  }

  /** One that writes to the log, at INFO. */
  static GroupEvents logging(String group, Member self) {
    return new GroupEvents(group, self, LOG::info);
  }

  /**
   * Logs what has changed since the last call.
   *
   * @param now role, term, leader and configuration
   * @param followers of whom a leader heard when; empty while it does not lead
   */
  void see(RaftStatus now, List<FollowerDistance> followers, long nowNanos) {
    if (nowNanos - windowNanos >= WINDOW_NANOS) {
      startWindow(nowNanos);
    }
    seeMembers(now);
    seeLeader(now);
    seeFollowers(now, followers);
  }

  private void startWindow(long nowNanos) {
    windowNanos = nowNanos;
    linesInWindow = 0;
    if (suppressed > 0) {
      log(suppressed + " more changes of leaders and members were not logged");
      suppressed = 0;
    }
  }

  private void seeLeader(RaftStatus now) {
    Role before = role;
    role = now.role();
    if (before == Role.LEADER && role != Role.LEADER) {
      log("%s leads no more, term %s".formatted(self.id(), now.term()));
    }
    if (role != Role.FOLLOWER && role != Role.LEADER && !isWithoutLeader) {
      isWithoutLeader = true;
      leader = Optional.empty();
      log("%s hears no leader and calls an election, term %s".formatted(self.id(), now.term()));
    }
    Optional<Member> known = now.leader();
    if (known.isPresent() && (!known.equals(leader) || now.term() != leaderTerm)) {
      leader = known;
      leaderTerm = now.term();
      isWithoutLeader = false;
      log(
          role == Role.LEADER
              ? "%s leads, term %s".formatted(self.id(), now.term())
              : "%s follows %s, term %s".formatted(self.id(), known.get().id(), now.term()));
    }
  }

  private void seeMembers(RaftStatus now) {
    Configuration before = configuration;
    configuration = now.configuration();
    if (configuration.equals(before)) {
      return;
    }
    for (Member member : configuration.members()) {
      String standing = standing(configuration, member);
      if (!before.isMember(member) || !standing(before, member).equals(standing)) {
        log("%s is a %s, term %s".formatted(member.id(), standing, now.term()));
      }
    }
    for (Member member : before.members()) {
      if (!configuration.isMember(member)) {
        log("%s is no member any more, term %s".formatted(member.id(), now.term()));
      }
    }
  }

  private static String standing(Configuration of, Member member) {
    if (of.isWitness(member)) {
      return of.isVoter(member) ? "voting witness" : "witness";
    }
    return of.isVoter(member) ? "voter" : "learner";
  }

  private void seeFollowers(RaftStatus now, List<FollowerDistance> followers) {
    if (role != Role.LEADER) {
      silent.clear();
      return;
    }
    silent.retainAll(configuration.members());
    for (FollowerDistance follower : followers) {
      Member member = follower.member();
      if (follower.silentNanos() < SILENT_NANOS) {
        if (silent.remove(member)) {
          log("%s answers again, term %s".formatted(member.id(), now.term()));
        }
      } else if (silent.add(member)) {
        log(
            "%s has not answered for %s ms, term %s"
                .formatted(
                    member.id(),
                    TimeUnit.NANOSECONDS.toMillis(follower.silentNanos()),
                    now.term()));
      }
    }
  }

  private void log(String event) {
    if (linesInWindow >= MAX_LINES) {
      suppressed++;
      return;
    }
    linesInWindow++;
    lines.accept("group '" + group + "': " + event);
  }
}
