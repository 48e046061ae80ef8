package dev.flotilla.raftdpws.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raftdpws.message.AdminResponse;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class AdminRequestsTest {
  private static final Member ONE = member(1);
  private static final Member OTHER = member(2);

  @Test
  void aHandOverThatEndedWithSomebodyElseIsNotSaidToBeDone() {
    assertThat(AdminRequests.handedOver(ONE, Optional.of(ONE))).isEqualTo(AdminResponse.DONE);
    assertThat(AdminRequests.handedOver(ONE, Optional.empty())).isEqualTo(AdminResponse.DONE);

    AdminResponse response = AdminRequests.handedOver(OTHER, Optional.of(ONE));
    assertThat(response.success()).isFalse();
    assertThat(response.reason().orElseThrow()).contains(OTHER.id().toString());
  }

  private static Member member(long number) {
    return new Member(new NodeId(new UUID(0, number)), new Incarnation(0, number));
  }
}
