package dev.flotilla.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.FlotillaServer;
import dev.flotilla.client.ReadOutcome;
import dev.flotilla.client.dpws.WireClient;
import dev.flotilla.raftdpws.message.StatusResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One of three servers goes on alone when the other two are lost, by an operator's act only. */
@Tag("slow")
class RecoverCommandTest {
  @TempDir private Path directory;

  @Test
  @Tag("full")
  void theSurvivorLeadsAloneAndOldMembersCannotReturn() throws Exception {
    try (LocalGroup group = LocalGroup.ofJournals(directory).found(3)) {
      String data = group.directory(3).toString();
      List<String> uids;
      try (WireClient client = LocalGroup.client(group.name(), 2_000)) {
        uids = LocalGroup.execute(client, "note", "a", "b", "c");
        assertThat(recover(group, data)).as("it runs").isEqualTo(12);
        group.stop(3);
        assertThat(recover(group, data, "60")).as("the majority answers").isEqualTo(14);
        assertThat(group.errors()).contains("answers", "has another member");
        group.stop(1);
        group.stop(2);
        refuseWithoutConfirmation(group);
        assertThat(recover(group, data)).as(group.errors()).isZero();
        assertThat(group.output())
            .contains("one of 3 voters; a majority is 2", "recovered\t" + group.name(), "kept\t");

        group.start(3);
        assertThat(client.readLast().toCompletableFuture().join())
            .as("this client met the old group")
            .isInstanceOf(ReadOutcome.Unavailable.class);
      }
      try (WireClient client = LocalGroup.client(group.name())) {
        assertThat(uids).allMatch(uid -> isThere(client, uid));
        LocalGroup.execute(client, "note", "d");
        StatusResponse alone = only(client.responses().toCompletableFuture().join());
        assertThat(alone.configuration().orElseThrow().voters()).hasSize(1);
        returnInVain(group, client, alone);
      }
    }
  }

  private static int recover(LocalGroup group, String data) {
    return recover(group, data, "1");
  }

  private static int recover(LocalGroup group, String data, String timeoutSeconds) {
    return group.run("recover", data, "--confirm", group.name(), "--timeout", timeoutSeconds);
  }

  private static void refuseWithoutConfirmation(LocalGroup group) throws Exception {
    String data = group.directory(3).toString();
    Map<String, String> before = DataFiles.digests(group.directory(3));
    assertThat(group.run("recover", data, "--timeout", "1")).isEqualTo(1);
    assertThat(group.errors()).contains("confirm with --confirm " + group.name());
    assertThat(group.run("recover", data, "--confirm", "other", "--timeout", "1")).isEqualTo(1);
    assertThat(DataFiles.digests(group.directory(3))).isEqualTo(before);
  }

  /** The two old members are a majority of the old group, and lead it again: beside the new one. */
  private static void returnInVain(LocalGroup group, WireClient client, StatusResponse alone)
      throws Exception {
    FlotillaServer first = group.start(1);
    group.start(2);
    String old = first.founded().toCompletableFuture().join();
    assertThat(old).isNotEqualTo(alone.group().orElseThrow().value());
    LocalGroup.execute(client, "note", "e", "f", "g");
    List<StatusResponse> all = client.responses().toCompletableFuture().join();
    StatusResponse now = only(all.stream().filter(it -> it.group().equals(alone.group())).toList());
    assertThat(now.progress().term()).isEqualTo(alone.progress().term());
    assertThat(now.role()).isEqualTo("leader");
    assertThat(now.configuration()).isEqualTo(alone.configuration());
    group.stop(1);
    group.stop(2);
  }

  private static boolean isThere(WireClient client, String uid) {
    return client.read(uid).toCompletableFuture().join() instanceof ReadOutcome.Found;
  }

  private static StatusResponse only(List<StatusResponse> all) {
    assertThat(all).hasSize(1);
    return all.get(0);
  }

  /** Without keys nobody with keys can be asked, so nobody's silence says anything. */
  @Test
  void withoutKeysMembersWithKeysAreNotTakenForLost() throws Exception {
    try (LocalGroup group = LocalGroup.ofJournals(directory).found(1)) {
      try (WireClient client = LocalGroup.client(group.name())) {
        LocalGroup.execute(client, "note", "a");
      }
      group.stop(1);
      String other =
          "urn:uuid:6ef1ce20-e56e-41f1-bf55-b7634a0c860b https://127.0.0.1:1/RAFT_Service";
      Files.writeString(group.directory(1).resolve("addresses"), other + "\n");
      assertThat(recover(group, group.directory(1).toString())).as(group.errors()).isEqualTo(2);
      assertThat(group.errors()).contains("nothing was changed", "--keys DIR");
    }
  }

  @Test
  void whatIsNoDataDirectoryIsRefused() throws Exception {
    LocalGroup none = LocalGroup.ofJournals(directory);
    assertThat(none.run("recover", directory.resolve("missing").toString())).isEqualTo(11);
    Path foreign = Files.createDirectory(directory.resolve("foreign"));
    assertThat(none.run("recover", foreign.toString())).isEqualTo(11);
    assertThat(foreign).isEmptyDirectory();
  }
}
