package dev.flotilla.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.FlotillaServer;
import dev.flotilla.Group;
import dev.flotilla.client.AdminOutcome;
import dev.flotilla.client.MemberKind;
import dev.flotilla.spring.ThreeContextsTest.Add;
import dev.flotilla.spring.ThreeContextsTest.Adder;
import dev.flotilla.spring.ThreeContextsTest.Sum;
import dev.flotilla.testing.Await;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.actuate.health.Status;

@Tag("slow")
class FlotillaHealthIndicatorTest {
  @TempDir private Path directory;

  private final Group<Add, Sum> group =
      Group.named("health-" + UUID.randomUUID(), Add.class, Sum.class);

  @Test
  void aLearnerThatIsCutOffIsDown() throws Exception {
    try (FlotillaServer leader =
            group.server(new Adder()).expect(1).directory(directory.resolve("1")).start();
        FlotillaServer learner =
            group.server(new Adder()).join().directory(directory.resolve("2")).start()) {
      leader.awaitFounded(Await.limit());
      FlotillaHealthIndicator health = new FlotillaHealthIndicator(learner);
      assertThat(health.health().getStatus()).isEqualTo(Status.DOWN);

      // Asked for again, it is done.
      Await.until(
          () -> "it is a learner",
          () ->
              Await.result(leader.admin().add(learner.member(), MemberKind.LEARNER))
                  instanceof AdminOutcome.Done);
      Await.until(() -> "it is UP", () -> health.health().getStatus().equals(Status.UP));

      learner.faults().cutOff();
      Await.until(() -> "it is DOWN", () -> health.health().getStatus().equals(Status.DOWN));
    }
  }
}
