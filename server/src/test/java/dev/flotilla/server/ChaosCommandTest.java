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

  /** Until the server obeys: what is set twice is the same, and a command waits for 5 s only. */
  private static void obeyed(LocalGroup group, FlotillaServer at, String... words) {
    ended(ExitCode.OK, group, at, words);
  }

  private static void ended(ExitCode code, LocalGroup group, FlotillaServer at, String... words) {
    Await.until(group::errors, () -> chaos(group, at, words) == code.number());
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
      obeyed(group, first, "cut");
      FlotillaServer next = leader(group, Optional.of(first));
      Await.until(() -> first.role(), () -> !first.role().equals("leader"));

      obeyed(group, first, "heal");
      // The leader by then.
      Await.until(() -> first.health().toString(), () -> first.health().isReady());
      obeyed(group, next, "delay", "20ms");
      obeyed(group, next, "--to", first.member(), "lose", "30");
      assertThat(group.run("insert", "--group", group.name(), "x")).as(group.errors()).isZero();
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
      ended(ExitCode.NEGATIVE, group, only, "lose", "300");
      assertThat(group.errors()).contains("a share from 0 to 1");
      ended(ExitCode.NEGATIVE, group, only, "--to", "somebody", "cut");
      assertThat(group.run("chaos", "--at", "1", "heal")).isEqualTo(ExitCode.UNAVAILABLE.number());
      assertThat(group.errors()).contains("start it with --fault-port");
    }
  }
}
