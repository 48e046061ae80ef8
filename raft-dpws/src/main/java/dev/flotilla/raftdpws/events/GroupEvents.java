package dev.flotilla.raftdpws.events;

import dev.flotilla.raft.RaftStatus;
import dev.flotilla.raft.Role;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.progress.FollowerDistance;
import dev.flotilla.raftdpws.message.GroupEvent;
import dev.flotilla.raftdpws.message.ServerRole;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Finds out what has happened: it compares what it sees with what it saw before. What begins and
 * ends between two looks is no event.
 *
 * <p>One thread.
 */
public final class GroupEvents {
  /** A member that has not answered its leader for so long is silent. */
  private static final long SILENT_NANOS = 1_000_000_000L;

  /** From one look to the next while a member is silent. */
  private static final long LOOK_NANOS = SILENT_NANOS / 4;

  private final Consumer<? super GroupEvent> events;

  private Role role = Role.FOLLOWER;
  private Optional<Member> leader = Optional.empty();
  private long leaderTerm;
  private boolean isWithoutLeader;
  private Configuration configuration = Configuration.NONE;
  private final Set<Member> silent = new HashSet<>();
  private long appliedIndex;
  private long snapshotIndex = -1;
  private boolean isDiskFull;
  private long untilSilenceNanos = Long.MAX_VALUE;

  /**
   * Makes one that has seen nothing.
   *
   * @param events takes what has happened; must not block
   */
  public GroupEvents(Consumer<? super GroupEvent> events) {
    this.events = events;
  }

  /**
   * Tells what has changed about the group since the last call.
   *
   * @param now role, term, leader and configuration
   * @param followers of whom a leader heard when; empty while it does not lead
   */
  public void see(RaftStatus now, List<FollowerDistance> followers) {
    seeMembers(now);
    seeLeader(now);
    seeFollowers(now, followers);
  }

  /** After how many nanoseconds to look whether a member has become silent, or answers again. */
  long untilSilenceNanos() {
    return untilSilenceNanos;
  }

  /**
   * Tells what has changed about the server itself since the last call.
   *
   * @param snapshot the last entry of its newest snapshot, 0 without one
   * @param snapshotBytes the size of that
   */
  public void see(long applied, long snapshot, long snapshotBytes, boolean hasFullDisk) {
    if (applied != appliedIndex) {
      appliedIndex = applied;
      events.accept(new GroupEvent.Applied(applied));
    }
    // One that was there before the start is no event.
    if (snapshotIndex >= 0 && snapshot > snapshotIndex) {
      events.accept(new GroupEvent.SnapshotTaken(snapshot, snapshotBytes));
    }
    snapshotIndex = snapshot;
    if (hasFullDisk != isDiskFull) {
      isDiskFull = hasFullDisk;
      events.accept(isDiskFull ? new GroupEvent.DiskFull() : new GroupEvent.DiskFreed());
    }
  }

  private void seeLeader(RaftStatus now) {
    if (role != now.role()) {
      role = now.role();
      events.accept(new GroupEvent.RoleChanged(now.term(), ServerRole.valueOf(role.name())));
    }
    if (role != Role.FOLLOWER && role != Role.LEADER && !isWithoutLeader) {
      isWithoutLeader = true;
      leader = Optional.empty();
      events.accept(new GroupEvent.LeaderChanged(now.term(), leader));
    }
    Optional<Member> known = now.leader();
    if (known.isPresent() && (!known.equals(leader) || now.term() != leaderTerm)) {
      leader = known;
      leaderTerm = now.term();
      isWithoutLeader = false;
      events.accept(new GroupEvent.LeaderChanged(now.term(), leader));
    }
  }

  private void seeMembers(RaftStatus now) {
    if (!now.configuration().equals(configuration)) {
      configuration = now.configuration();
      events.accept(new GroupEvent.MembersChanged(now.term(), configuration));
    }
  }

  private void seeFollowers(RaftStatus now, List<FollowerDistance> followers) {
    untilSilenceNanos = Long.MAX_VALUE;
    if (role != Role.LEADER) {
      silent.clear();
      return;
    }
    silent.retainAll(configuration.members());
    for (FollowerDistance follower : followers) {
      Member member = follower.member();
      if (!configuration.members().contains(member)) {
        continue; // It has left, and is sent the rest of the log for a while.
      }
      long until = Math.max(LOOK_NANOS, SILENT_NANOS - follower.silentNanos());
      untilSilenceNanos = Math.min(untilSilenceNanos, until);
      if (follower.silentNanos() < SILENT_NANOS) {
        if (silent.remove(member)) {
          events.accept(new GroupEvent.MemberAnswers(now.term(), member));
        }
      } else if (silent.add(member)) {
        long millis = TimeUnit.NANOSECONDS.toMillis(follower.silentNanos());
        events.accept(new GroupEvent.MemberSilent(now.term(), member, millis));
      }
    }
  }
}
