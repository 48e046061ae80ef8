package dev.flotilla.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class StatusCommandTest {
  @Test
  void onlyTheGroupWithTheIdIsShown(@TempDir Path directory) throws Exception {
    try (LocalGroup group = LocalGroup.ofStores(directory).found(1)) {
      String id = group.servers().get(0).founded().toCompletableFuture().join();
      String other = new StringBuilder(id).reverse().toString();

      assertThat(status(group, id, List.of())).isZero();
      assertThat(group.output()).contains("group " + group.name() + "  " + id);
      for (List<String> more : List.of(List.<String>of(), List.of("--check"))) {
        assertThat(status(group, other, more)).isEqualTo(ExitCode.UNAVAILABLE.number());
        assertThat(group.output()).isEmpty();
        assertThat(group.errors()).contains(other, "those of this name are of " + id);
      }
      assertThat(group.run("status", "--forget", "--group-id", id))
          .isEqualTo(ExitCode.USAGE.number());
      assertThat(group.errors()).contains("--group-id needs --group");
    }
  }

  private static int status(LocalGroup group, String id, List<String> more) {
    List<String> words =
        new ArrayList<>(List.of("status", "--forget", "--timeout", "60", "--group", group.name()));
    words.addAll(List.of("--group-id", id));
    words.addAll(more);
    return group.run(words.toArray(String[]::new));
  }
}
