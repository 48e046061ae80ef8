package dev.flotilla.raftdpws.events;

import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raftdpws.message.GroupEvent;
import dev.flotilla.raftdpws.message.ServerRole;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * Logs elections, leaders, snapshots, and members that come and go, one line each. The disk has
 * lines of its own.
 *
 * <p>From the first event on, each log line of its thread has the MDC {@code group}, {@code member}
 * and {@code term}.
 *
 * <p>One thread, which serves no other server. Bound: {@value #MAX_LINES} lines in {@value
 * #WINDOW_SECONDS} s; of what is beyond, the number is logged.
 */
public final class EventLines implements Consumer<GroupEvent> {
  private static final Logger LOG = LoggerFactory.getLogger(EventLines.class);
  private static final int MAX_LINES = 20;
  private static final int WINDOW_SECONDS = 10;
  private static final long WINDOW_NANOS = WINDOW_SECONDS * 1_000_000_000L;

  private final String group;
  private final Member self;
  private final Consumer<String> lines;
  private volatile Function<NodeId, Optional<String>> names = id -> Optional.empty();
  private ServerRole role = ServerRole.FOLLOWER;
  private Configuration configuration = Configuration.NONE;
  private long windowNanos;
  private int linesInWindow;
  private int suppressed;

  /**
   * Makes one that has logged nothing.
   *
   * @param group the group's name
   * @param self this server
   * @param lines takes what is to be logged
   */
  EventLines(String group, Member self, Consumer<String> lines) {
    this.group = group;
    this.self = self;
    this.lines = lines;
  }

  /** One that writes to the log, at INFO. */
  public static EventLines logging(String group, Member self) {
    return new EventLines(group, self, LOG::info);
  }

  /** Adds to each id the name that people gave the member, if one is known. Any thread. */
  public void nameBy(Function<NodeId, Optional<String>> known) {
    names = known;
  }

  /** Takes note of the time, before the events that were found at it. */
  public void at(long nowNanos) {
    if (nowNanos - windowNanos >= WINDOW_NANOS) {
      windowNanos = nowNanos;
      linesInWindow = 0;
      if (suppressed > 0) {
        log(suppressed + " more changes of leaders and members were not logged");
        suppressed = 0;
      }
    }
  }

  @Override
  public void accept(GroupEvent event) {
    if (event instanceof GroupEvent.RoleChanged now) {
      note(now.term());
      if (role == ServerRole.LEADER) {
        log("%s leads no more, term %s".formatted(called(self), now.term()));
      }
      role = now.role();
    } else if (event instanceof GroupEvent.LeaderChanged now) {
      note(now.term());
      log(line(now));
    } else if (event instanceof GroupEvent.MembersChanged now) {
      logMembers(now);
    } else if (event instanceof GroupEvent.MemberSilent now) {
      log(
          "%s has not answered for %s ms, term %s"
              .formatted(called(now.member()), now.silentMillis(), now.term()));
    } else if (event instanceof GroupEvent.MemberAnswers now) {
      log("%s answers again, term %s".formatted(called(now.member()), now.term()));
    } else if (event instanceof GroupEvent.SnapshotTaken now) {
      log("a snapshot to entry %s, %s bytes".formatted(now.index(), now.sizeBytes()));
    }
  }

  private void note(long term) {
    MDC.put("group", group);
    MDC.put("member", self.id().toString());
    MDC.put("term", Long.toString(term));
  }

  private String line(GroupEvent.LeaderChanged now) {
    if (now.leader().isEmpty()) {
      return "%s hears no leader and calls an election, term %s"
          .formatted(called(self), now.term());
    }
    Member leader = now.leader().get();
    return leader.equals(self)
        ? "%s leads, term %s".formatted(called(self), now.term())
        : "%s follows %s, term %s".formatted(called(self), called(leader), now.term());
  }

  private void logMembers(GroupEvent.MembersChanged now) {
    Configuration before = configuration;
    configuration = now.members();
    for (Member member : configuration.members()) {
      String standing = standing(configuration, member);
      if (!before.isMember(member) || !standing(before, member).equals(standing)) {
        log("%s is a %s, term %s".formatted(called(member), standing, now.term()));
      }
    }
    for (Member member : before.members()) {
      if (!configuration.isMember(member)) {
        log("%s is no member any more, term %s".formatted(called(member), now.term()));
      }
    }
  }

  private String called(Member member) {
    return names
        .apply(member.id())
        .map(name -> "%s (%s)".formatted(member.id(), name))
        .orElseGet(() -> member.id().toString());
  }

  private static String standing(Configuration of, Member member) {
    if (of.isWitness(member)) {
      return of.isVoter(member) ? "voting witness" : "witness";
    }
    return of.isVoter(member) ? "voter" : "learner";
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
