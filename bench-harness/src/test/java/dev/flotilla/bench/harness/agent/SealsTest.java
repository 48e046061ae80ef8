package dev.flotilla.bench.harness.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.bench.harness.agent.Seals.Direction;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class SealsTest {
  private static final UUID MANAGER = UUID.randomUUID();
  private static final String KILL = "KillProcess";

  private final Seals seals = new Seals(SharedSecret.of("0123456789abcdef"));
  private final SealedMessage message =
      seals.seal(Direction.REQUEST, KILL, MANAGER, "nonce", 7, "{\"number\":1}");

  @Test
  void aMessageIsGenuineForAllWhoKnowTheSecret() {
    Seals same = new Seals(SharedSecret.of("0123456789abcdef"));
    assertThat(same.isGenuine(Direction.REQUEST, KILL, message)).isTrue();
  }

  @Test
  void anotherSecretMakesAnotherSeal() {
    Seals other = new Seals(SharedSecret.of("0123456789abcdeF"));
    assertThat(other.isGenuine(Direction.REQUEST, KILL, message)).isFalse();
  }

  @Test
  void noPartCanBeChanged() {
    assertThat(isGenuine(UUID.randomUUID(), "nonce", 7, "{\"number\":1}")).isFalse();
    assertThat(isGenuine(MANAGER, "nonc", 7, "e{\"number\":1}")).isFalse();
    assertThat(isGenuine(MANAGER, "nonce", 8, "{\"number\":1}")).isFalse();
    assertThat(isGenuine(MANAGER, "nonce", 7, "{\"number\":2}")).isFalse();
  }

  @Test
  void anAnswerIsNoRequestAndOneOperationNoOther() {
    assertThat(seals.isGenuine(Direction.ANSWER, KILL, message)).isFalse();
    assertThat(seals.isGenuine(Direction.REQUEST, "StartProcess", message)).isFalse();
  }

  @Test
  void aRequestIsAcceptedOnceAndInItsOrder() {
    ReplayGuard guard = new ReplayGuard();

    assertThat(guard.accept(numbered(guard, 1))).isTrue();
    assertThat(guard.accept(numbered(guard, 1))).isFalse();
    assertThat(guard.accept(numbered(guard, 5))).isTrue();
    assertThat(guard.accept(numbered(guard, 4))).isFalse();
    assertThat(new ReplayGuard().accept(numbered(guard, 6))).isFalse();
  }

  @Test
  void afterGoodbyeNothingOfAManagerIsAccepted() {
    ReplayGuard guard = new ReplayGuard();
    guard.end(MANAGER);

    assertThat(guard.accept(numbered(guard, Long.MAX_VALUE))).isFalse();
  }

  private SealedMessage numbered(ReplayGuard guard, long sequence) {
    return seals.seal(Direction.REQUEST, KILL, MANAGER, guard.nonce(), sequence, "{}");
  }

  private boolean isGenuine(UUID manager, String nonce, long sequence, String content) {
    return seals.isGenuine(
        Direction.REQUEST,
        KILL,
        new SealedMessage(manager, nonce, sequence, content, message.seal()));
  }
}
