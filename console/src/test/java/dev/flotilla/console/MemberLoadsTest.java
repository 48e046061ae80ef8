package dev.flotilla.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raftdpws.message.MemberAddress;
import dev.flotilla.raftdpws.message.StatusDetails;
import dev.flotilla.raftdpws.message.StatusFact;
import dev.flotilla.raftdpws.message.StatusFacts;
import dev.flotilla.raftdpws.message.StatusResponse;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class MemberLoadsTest {
  private final Member member = new Member(new NodeId(new UUID(0, 1)), new Incarnation(0, 1));
  private final MemberLoads loads = new MemberLoads();

  @Test
  void ratesAreThoseSinceTheLastAnswer() {
    assertThat(look(1_000, 500, 10, 1_000)).containsExactly("Java heap 32 of 64 MiB");
    assertThat(look(3_000, 1_500, 110, 251_000))
        .containsExactly(
            "commands per second 50.0",
            "command latency 2.5 ms",
            "processor 50 %",
            "Java heap 32 of 64 MiB");
    assertThat(look(4_000, 1_500, 110, 251_000))
        .containsExactly("commands per second 0.0", "processor 0 %", "Java heap 32 of 64 MiB");
  }

  @Test
  void aProcessThatHasStartedAnewHasNoRates() {
    look(9_000, 500, 10, 1_000);
    assertThat(look(1_000, 100, 0, 0)).containsExactly("Java heap 32 of 64 MiB");
  }

  @Test
  void aServerOfAnOlderVersionHasNoLoad() {
    assertThat(loads.of(List.of(status(StatusFacts.NONE))).get(member)).isEmpty();
  }

  private List<String> look(long uptime, long processor, long commands, long micros) {
    StatusFacts facts =
        StatusFacts.NONE
            .with(StatusFact.UPTIME_MILLIS, uptime)
            .with(StatusFact.PROCESSOR_MILLIS, processor)
            .with(StatusFact.ANSWERED_COMMANDS, commands)
            .with(StatusFact.ANSWERED_MICROS, micros)
            .with(StatusFact.HEAP_BYTES, 32L << 20)
            .with(StatusFact.MAX_HEAP_BYTES, 64L << 20);
    return loads.of(List.of(status(facts))).get(member).stream()
        .map(it -> it.name() + " " + it.value())
        .toList();
  }

  private StatusResponse status(StatusFacts facts) {
    return new StatusResponse(
            1,
            "hall",
            Optional.empty(),
            new MemberAddress(member, Optional.empty()),
            "follower",
            Optional.empty(),
            new StatusResponse.Progress(0, 0, 0, 0, 0),
            List.of(),
            Optional.empty(),
            Optional.empty(),
            StatusDetails.NONE)
        .with(StatusDetails.NONE.withFacts(facts));
  }
}
