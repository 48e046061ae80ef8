package dev.flotilla.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class KvCommandTest {
  @Test
  void pairsAreReadAndChanged(@TempDir Path directory) throws Exception {
    try (LocalGroup group = LocalGroup.ofStores(directory).found(1)) {
      assertThat(kv(group, "get", "a/b")).isEqualTo(ExitCode.NEGATIVE.number());
      assertThat(group.output()).isEmpty();
      assertThat(kv(group, "put", "a/b", "light\tblue")).isZero();
      assertThat(kv(group, "get", "a/b")).isZero();
      assertThat(group.output()).isEqualTo("light\tblue\n");
      assertThat(kv(group, "list", "a/")).isZero();
      assertThat(group.output()).isEqualTo("a/b\tlight\\tblue\n");
      assertThat(kv(group, "cas", "--absent", "a/b", "x")).isEqualTo(ExitCode.NEGATIVE.number());
      assertThat(kv(group, "cas", "--expect", "light\tblue", "a/b", "x")).isZero();
      assertThat(kv(group, "cas", "--expect", "x", "a/b")).isZero();
      assertThat(kv(group, "delete", "a/b")).isEqualTo(ExitCode.NEGATIVE.number());
      assertThat(kv(group, "put", "", "v")).isEqualTo(ExitCode.NEGATIVE.number());
      assertThat(group.errors())
          .contains("rejected: wrong-arguments: a key has at least one byte")
          .hasLineCount(1);
    }
  }

  @Test
  void aLeaseEndsItsKeys(@TempDir Path directory) throws Exception {
    try (LocalGroup group = LocalGroup.ofStores(directory).found(1)) {
      assertThat(kv(group, "lease", "grant", "3600")).isZero();
      String lease = group.output().strip();
      assertThat(kv(group, "put", "--lease", lease, "a", "1")).isZero();
      assertThat(kv(group, "put", "--ttl", "3600", "b", "1")).isZero();
      assertThat(kv(group, "lease", "keep", lease)).isZero();
      assertThat(kv(group, "get", "a")).isZero();
      assertThat(kv(group, "lease", "end", lease)).isZero();
      assertThat(kv(group, "get", "a")).isEqualTo(ExitCode.NEGATIVE.number());
      assertThat(kv(group, "lease", "keep", lease)).isEqualTo(ExitCode.NEGATIVE.number());
      assertThat(kv(group, "put", "--ttl", "0", "b", "1")).isEqualTo(ExitCode.USAGE.number());
    }
  }

  @Test
  void aGroupOfAnotherKindIsSaid(@TempDir Path directory) throws Exception {
    try (LocalGroup group = LocalGroup.ofJournals(directory).found(1)) {
      assertThat(kv(group, "get", "a")).isEqualTo(ExitCode.USAGE.number());
      assertThat(kv(group, "put", "a", "b")).isEqualTo(ExitCode.USAGE.number());
      assertThat(group.errors())
          .contains("does not answer as one with --state-machine key-value does")
          .hasLineCount(1);
      assertThat(journalOf(group)).as("what the journal has executed").isEmpty();
    }
  }

  static String journalOf(LocalGroup group) {
    assertThat(
            group.run("query", "--forget", "--timeout", "60", "--group", group.name(), "last 10"))
        .isZero();
    return group.output();
  }

  private static int kv(LocalGroup group, String command, String... more) {
    List<String> words =
        new ArrayList<>(
            List.of("kv", command, "--forget", "--timeout", "60", "--group", group.name()));
    words.addAll(List.of(more));
    return group.run(words.toArray(String[]::new));
  }
}
