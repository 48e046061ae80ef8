package dev.flotilla.raft;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.raft.effect.Persist;
import dev.flotilla.raft.effect.Send;
import dev.flotilla.raft.message.AppendEntries;
import dev.flotilla.raft.message.AppendEntriesResponse;
import dev.flotilla.raft.message.Message;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.Members;
import dev.flotilla.raft.options.LeadershipOptions;
import dev.flotilla.raft.options.RaftOptions;
import dev.flotilla.testing.Sample;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Three servers, of which a leader is quiet 10 s after the last command. */
final class QuietPaceTest {
  private static final long MILLI = 1_000_000;
  private static final int SEEDS = Sample.of(20, 4);
  private static final long QUIET_AFTER_MILLIS = 10_000;

  /** A leader is quiet by then, and has been for a while. */
  private static final long CALM_MILLIS = 16_000;

  private final List<Server> servers = new ArrayList<>();
  private final List<Envelope> network = new ArrayList<>();

  /** Who neither works nor is reached. */
  private final Set<Member> dead = new HashSet<>();

  /** Who works, and is not reached, nor reaches anybody. */
  private final Set<Member> cutOff = new HashSet<>();

  /** Whom no messages reach. */
  private final Set<Member> deaf = new HashSet<>();

  /** Whom no entries reach. */
  private final Set<Member> poor = new HashSet<>();

  /** Whose program knows nothing of quiet leaders. */
  private final Set<Member> old = new HashSet<>();

  private Random random = new Random();
  private long nowMillis;
  private long sent;

  private record Envelope(Member from, Member to, Message message, long arrivesAtMillis) {}

  private final class Server {
    private final Member self;
    private final MemoryDisk disk = new MemoryDisk();
    private Raft raft;

    Server(Member self) {
      this.self = self;
      start(QUIET_AFTER_MILLIS);
    }

    void start(long quietAfterMillis) {
      LeadershipOptions leadership =
          LeadershipOptions.DEFAULT.withQuietAfter(quietAfterMillis * MILLI);
      raft =
          new Raft(
              self,
              Members.group(3),
              disk.state(0),
              RaftOptions.DEFAULT.withLeadership(leadership),
              new Random(random.nextLong()),
              nowMillis * MILLI);
    }

    void advance() {
      raft.advanceTo(nowMillis * MILLI);
      while (raft.hasReady()) {
        Ready ready = raft.ready();
        ready.sends().forEach(this::post);
        ready.persist().ifPresent(disk::write);
        while (disk.hasUnsynced()) {
          Persist persist = disk.sync();
          persist.afterDurable().forEach(this::post);
          raft.persisted(persist.number());
        }
        ready.committed().forEach(entry -> raft.applied(entry.index()));
      }
    }

    private void post(Send send) {
      sent++;
      if (!cutOff.contains(self)) {
        network.add(new Envelope(self, send.to(), spoken(send.message()), nowMillis + 1));
      }
    }

    private Message spoken(Message message) {
      if (old.contains(self) && message instanceof AppendEntriesResponse it) {
        return new AppendEntriesResponse(
            it.term(), it.success(), it.hint(), it.sequence(), it.version(), it.priority());
      }
      return message;
    }

    RaftStatus status() {
      return raft.status();
    }
  }

  static LongStream seeds() {
    Long seed = Long.getLong("seed");
    return seed == null ? LongStream.rangeClosed(1, SEEDS) : LongStream.of(seed);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void groupThatNobodyUsesIsQuiet(long seed) {
    Server leader = calm(seed);
    long term = leader.status().term();
    sent = 0;
    run(20_000);

    assertThat(sent).isBetween(4 * 18L, 4 * 22L);
    assertThat(leader.status().role()).isEqualTo(Role.LEADER);
    assertThat(leader.status().term()).isEqualTo(term);
    assertThat(leader.status().timeout().maxMillis()).isEqualTo(6_000);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void firstCommandIsCommittedAtOnceAndWakesTheGroup(long seed) {
    Server leader = calm(seed);
    run(random.nextInt(1_000));
    propose(leader, "first");
    run(5);

    assertThat(leader.status().commitIndex()).isEqualTo(leader.status().last().index());
    sent = 0;
    run(1_000);
    assertThat(sent).isGreaterThan(4 * 18L);
    assertThat(servers)
        .allSatisfy(it -> assertThat(it.status().timeout().maxMillis()).isEqualTo(300));
    run(CALM_MILLIS);
    assertThat(leader.status().timeout().maxMillis()).isEqualTo(6_000);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void readWakesTheGroup(long seed) {
    Server leader = calm(seed);
    run(random.nextInt(1_000));
    leader.raft.read(1);
    sent = 0;
    run(2_000);

    assertThat(sent).isGreaterThan(4 * 36L);
    assertThat(leader.status().timeout().maxMillis()).isEqualTo(300);
    assertThat(leader.status().role()).isEqualTo(Role.LEADER);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void quietLeaderThatDiesIsReplacedAfterItsLongTimeout(long seed) {
    Server leader = calm(seed);
    dead.add(leader.self);
    run(1_900);
    assertThat(leaderOtherThan(leader)).isNull();
    run(6_000);

    assertThat(leaderOtherThan(leader)).isNotNull();
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void leaderThatDiesWhenTheGroupIsAwakeIsReplacedSoon(long seed) {
    Server leader = calm(seed);
    propose(leader, "first");
    run(60);
    dead.add(leader.self);
    run(1_500);

    assertThat(leaderOtherThan(leader)).isNotNull();
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void followerThatBeginsAnewUnseatsNoQuietLeader(long seed) {
    Server leader = calm(seed);
    long term = leader.status().term();
    Server follower = followerOf(leader);
    dead.add(follower.self);
    run(20_000);
    assertThat(leader.status().timeout().maxMillis()).as("quiet without it").isEqualTo(6_000);
    dead.remove(follower.self);
    follower.start(QUIET_AFTER_MILLIS);
    run(2_000);

    assertThat(leader.status().role()).isEqualTo(Role.LEADER);
    assertThat(leader.status().term()).isEqualTo(term);
    assertThat(follower.status().leader()).contains(leader.self);
    run(CALM_MILLIS);
    assertThat(leader.status().timeout().maxMillis()).isEqualTo(6_000);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void followerThatWasCutOffUnseatsNoQuietLeader(long seed) {
    Server leader = calm(seed);
    long term = leader.status().term();
    Server follower = followerOf(leader);
    cutOff.add(follower.self);
    run(10_000 + random.nextInt(10_000));
    cutOff.remove(follower.self);
    run(2_000);

    assertThat(leader.status().role()).isEqualTo(Role.LEADER);
    assertThat(leader.status().term()).isEqualTo(term);
    assertThat(follower.status().leader()).contains(leader.self);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void quietLeaderWithoutAMajorityResigns(long seed) {
    Server leader = calm(seed);
    cutOff.add(leader.self);
    run(8_000);

    assertThat(leader.status().role()).isNotEqualTo(Role.LEADER);
    assertThat(leader.status().timeout().maxMillis()).isLessThan(6_000);
    assertThat(leaderOtherThan(leader)).isNotNull();
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void leaderIsNotQuietWhileAFollowerLacksEntries(long seed) {
    Server leader = calm(seed);
    Server follower = followerOf(leader);
    poor.add(follower.self);
    propose(leader, "first");
    run(CALM_MILLIS);

    assertThat(leader.status().commitIndex()).isEqualTo(leader.status().last().index());
    assertThat(leader.status().timeout().maxMillis()).isEqualTo(300);
    poor.clear();
    run(CALM_MILLIS);
    assertThat(leader.status().timeout().maxMillis()).isEqualTo(6_000);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void leaderIsNotQuietWhileAFollowerDoesNotAgree(long seed) {
    old.add(Members.member(1));
    old.add(Members.member(2));
    Server leader = calm(seed);
    sent = 0;
    run(1_000);

    assertThat(sent).isGreaterThan(4 * 18L);
    assertThat(leader.status().role()).isEqualTo(Role.LEADER);
    assertThat(servers)
        .allSatisfy(it -> assertThat(it.status().timeout().maxMillis()).isEqualTo(300));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void transferToADeadMemberStopsCommandsNoLongerThanUsual(long seed) {
    Server leader = calm(seed);
    Server follower = followerOf(leader);
    dead.add(follower.self);
    assertThat(leader.raft.transfer(Optional.of(follower.self)))
        .isInstanceOf(TransferOutcome.Started.class);
    run(400);

    propose(leader, "first");
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void quietLeaderThatHearsNoAnswersIsReplaced(long seed) {
    Server leader = calm(seed);
    deaf.add(leader.self);
    run(6_000);

    assertThat(leaderOtherThan(leader)).isNotNull();
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void followerOfAnOlderProgramEndsTheQuiet(long seed) {
    Server leader = calm(seed);
    old.add(followerOf(leader).self);
    run(2_000);

    assertThat(leader.status().timeout().maxMillis()).isEqualTo(300);
    assertThat(leader.status().role()).isEqualTo(Role.LEADER);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void leadershipMovesWhileTheGroupIsQuiet(long seed) {
    Server leader = calm(seed);
    assertThat(leader.raft.transfer(Optional.empty())).isInstanceOf(TransferOutcome.Started.class);
    run(50);

    assertThat(leaderOtherThan(leader)).isNotNull();
    run(CALM_MILLIS);
    assertThat(leaderOtherThan(leader).status().timeout().maxMillis()).isEqualTo(6_000);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void quietIsNoMeasuredDelay(long seed) {
    Server leader = calm(seed);
    for (int i = 0; i < 5; i++) {
      run(CALM_MILLIS + random.nextInt(1_000));
      propose(leader, "c" + i);
      run(1_000);
    }

    assertThat(servers)
        .allSatisfy(it -> assertThat(it.status().timeout().delayMillis()).isLessThan(50));
    assertThat(leader.status().role()).isEqualTo(Role.LEADER);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void usualLeaderIsNeverQuiet(long seed) {
    random = new Random(seed);
    for (Member member : Members.group(3).voters()) {
      servers.add(new Server(member));
    }
    servers.forEach(it -> it.start(0));
    run(CALM_MILLIS);
    sent = 0;
    run(1_000);

    assertThat(sent).isGreaterThan(4 * 18L);
  }

  /** A group whose leader has been quiet for a while. */
  private Server calm(long seed) {
    random = new Random(seed);
    for (Member member : Members.group(3).voters()) {
      servers.add(new Server(member));
    }
    run(CALM_MILLIS);
    return servers.stream()
        .filter(it -> it.status().role() == Role.LEADER)
        .findFirst()
        .orElseThrow();
  }

  private Server followerOf(Server leader) {
    List<Server> others = servers.stream().filter(it -> it != leader).toList();
    return others.get(random.nextInt(2));
  }

  private Server leaderOtherThan(Server former) {
    return servers.stream()
        .filter(it -> it != former && it.status().role() == Role.LEADER)
        .findFirst()
        .orElse(null);
  }

  private static void propose(Server leader, String uid) {
    assertThat(leader.raft.propose(new Command(uid, "", Bytes.EMPTY)))
        .isInstanceOf(ProposalOutcome.Appended.class);
  }

  private void run(long millis) {
    for (long end = nowMillis + millis; nowMillis < end; nowMillis++) {
      List<Envelope> arriving =
          network.stream().filter(it -> it.arrivesAtMillis() <= nowMillis).toList();
      network.removeAll(arriving);
      for (Envelope it : arriving) {
        boolean isLost =
            poor.contains(it.to())
                && it.message() instanceof AppendEntries append
                && !append.entries().isEmpty();
        isLost |= dead.contains(it.to()) || cutOff.contains(it.to()) || deaf.contains(it.to());
        if (!isLost) {
          servers.get(Members.number(it.to()) - 1).raft.receive(it.from(), it.message());
        }
      }
      for (Server server : servers) {
        if (!dead.contains(server.self)) {
          server.advance();
        }
      }
    }
  }
}
