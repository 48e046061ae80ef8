package dev.flotilla.raftdpws.directory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.raft.NodeId;
import dev.flotilla.raftdpws.wire.StatusResponse;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class MemberLocatorTest {
  private static final NodeId SELF = id(1);
  private static final NodeId MEMBER = id(2);
  private static final URI FIXED = URI.create("http://host:1/RAFT_Service");

  private final AddressDirectory directory = AddressDirectory.inMemory();
  private final List<URI> asked = new ArrayList<>();
  private final MemberLocator locator =
      new MemberLocator("g", SELF, directory, List.of(FIXED), this::ask, address -> {});

  @Test
  void noNumberOfStrangersKeepsALostMemberFromBeingLookedFor() {
    directory.keep(List.of(MEMBER));
    for (int i = 0; i <= MemberLocator.MAX_STRANGERS; i++) {
      locator.lost(id(100 + i));
    }
    asked.clear();
    locator.lost(MEMBER);

    assertThat(asked).containsExactly(FIXED);
  }

  @Test
  void theStrangerLookedForLongestAgoGivesWay() {
    for (int i = 0; i <= MemberLocator.MAX_STRANGERS; i++) {
      assertThat(locator.isDue(id(100 + i), i)).isTrue();
    }

    assertThat(locator.isDue(id(101), MemberLocator.MAX_STRANGERS)).isFalse();
    assertThat(locator.isDue(id(100), MemberLocator.MAX_STRANGERS)).isTrue();
  }

  @Test
  void whoWasLookedForAMomentAgoIsNotLookedForAgain() {
    locator.lost(MEMBER);
    locator.lost(MEMBER);

    assertThat(asked).hasSize(1);
  }

  private CompletionStage<StatusResponse> ask(URI address) {
    asked.add(address);
    return new CompletableFuture<>();
  }

  private static NodeId id(int number) {
    return new NodeId(new UUID(0, number));
  }
}
