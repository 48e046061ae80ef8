package dev.flotilla.raftdpws.founding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.raft.model.Member;
import dev.flotilla.raftdpws.founding.FoundingWorld.Server;
import dev.flotilla.raftdpws.message.FoundingList;
import dev.flotilla.storage.identity.Founder;
import dev.flotilla.testing.Sample;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Seeded chaos: whatever is lost and whoever crashes, nobody votes too early. */
@Tag("slow")
class FoundingSafetyTest {
  private static final int STEPS = 400;

  static LongStream seeds() {
    return LongStream.range(0, Sample.of(300, 60));
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void whoeverIsFoundedSharesAListThatAllOfItAccepted(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    FoundingWorld world = new FoundingWorld();
    int expect = random.nextInt(1, 4);
    int count = random.nextInt(expect, expect + 3);
    double loss = random.nextDouble() * 0.6;
    for (int i = 0; i < count; i++) {
      world.server(expect);
    }
    world.reaches = (from, to) -> random.nextDouble() >= loss;
    for (int i = 0; i < STEPS; i++) {
      disturb(world, random);
      world.step();
      assertSafe(world);
    }
    world.reaches = (from, to) -> true;
    world.servers.stream().filter(it -> it.founding == null).forEach(Server::start);
    world.run(3_000);
    assertSafe(world);
    if (count == expect) {
      assertThat(world.servers)
          .as("nothing is in the way any more")
          .allMatch(it -> it.phase() == FoundingPhase.FOUNDED, "founded");
    }
  }

  private static void disturb(FoundingWorld world, SplittableRandom random) {
    Server victim = world.servers.get(random.nextInt(world.servers.size()));
    victim.isAnnounced = random.nextInt(4) > 0;
    if (victim.founding == null && random.nextInt(5) == 0) {
      victim.start();
    } else if (random.nextInt(50) == 0) {
      victim.crash();
    }
  }

  private static void assertSafe(FoundingWorld world) {
    Map<Member, Server> servers =
        world.servers.stream().collect(Collectors.toMap(it -> it.member, Function.identity()));
    for (Server server : world.servers) {
      if (server.record.isFounded) {
        FoundingList list = server.record.accepted.orElseThrow();
        for (Founder founder : list.founders()) {
          assertThat(servers.get(founder.member()).record.accepted)
              .as("what %s accepted, when %s is founded", founder.member(), server.member)
              .map(FoundingList::groupId)
              .contains(list.groupId());
        }
      }
    }
  }
}
