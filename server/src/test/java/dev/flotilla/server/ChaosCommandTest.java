package dev.flotilla.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.FlotillaServer;
import dev.flotilla.testing.Await;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Drills with a group on this host. */
@Tag("slow")
class ChaosCommandTest {
  @TempDir private Path directory;

  private static int chaos(LocalGroup group, FlotillaServer at, String... words) {
    List<String> all =
        new ArrayList<>(
            List.of("chaos", "--at", Integer.toString(at.faults().port().orElseThrow())));
    all.addAll(List.of(words));
    return group.run(all.toArray(String[]::new));
  }

  private static FlotillaServer leader(LocalGroup group, Optional<FlotillaServer> without) {
    return Await.present(
        () -> "no leader",
        () ->
            group.servers().stream()
                .filter(it -> without.isEmpty() || it != without.get())
                .filter(it -> it.role().equals("leader"))
                .findFirst());
  }

  @Test
  void aServerThatIsCutOffLosesItsLeadershipAndComesBack() throws Exception {
    try (LocalGroup group = LocalGroup.ofJournals(directory).found(3)) {
      FlotillaServer first = leader(group, Optional.empty());
      assertThat(chaos(group, first, "cut")).as(group.errors()).isZero();
      FlotillaServer next = leader(group, Optional.of(first));

      assertThat(chaos(group, first, "heal")).isZero();
      Await.until(() -> first.role(), () -> first.role().equals("follower"));
      assertThat(chaos(group, next, "delay", "20ms")).isZero();
      assertThat(chaos(group, next, "--to", first.member(), "lose", "30")).isZero();
      assertThat(group.run("insert", "--timeout=60", "--group", group.name(), "x")).isZero();
    }
  }

  @Test
  void aMistakeIsSaid() throws Exception {
    try (LocalGroup group = LocalGroup.ofJournals(directory).found(1)) {
      FlotillaServer only = group.servers().get(0);
      assertThat(chaos(group, only, "brake")).isEqualTo(ExitCode.USAGE.number());
      assertThat(group.errors()).contains("chaos is cut, lose PERCENT");
      assertThat(chaos(group, only, "lose")).isEqualTo(ExitCode.USAGE.number());
      assertThat(chaos(group, only, "delay", "soon")).isEqualTo(ExitCode.USAGE.number());
      assertThat(chaos(group, only, "lose", "300")).isEqualTo(ExitCode.NEGATIVE.number());
      assertThat(group.errors()).contains("a share from 0 to 1");
      assertThat(chaos(group, only, "--to", "somebody", "cut"))
          .isEqualTo(ExitCode.NEGATIVE.number());
      int closed = only.faults().port().orElseThrow();
      only.close();
      assertThat(group.run("chaos", "--at", Integer.toString(closed), "heal"))
          .isEqualTo(ExitCode.UNAVAILABLE.number());
      assertThat(group.errors()).contains("start it with --fault-port");
    }
  }
}
