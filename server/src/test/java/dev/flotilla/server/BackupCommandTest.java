package dev.flotilla.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.FlotillaServer;
import dev.flotilla.ServerStartException;
import dev.flotilla.bdb.Journal;
import dev.flotilla.client.CommandOutcome;
import dev.flotilla.client.dpws.WireClient;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.storage.backup.Backup;
import dev.flotilla.testing.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The state of a real group goes through a file into another group. */
@Tag("slow")
class BackupCommandTest {
  @TempDir private Path directory;

  @Test
  void aRunningGroupIsBackedUpAndRestoredUnderAnotherName() throws Exception {
    Path file = directory.resolve("backup");
    String uid;
    try (LocalGroup group = LocalGroup.ofStores(directory).found(3)) {
      try (WireClient client = LocalGroup.client(group.name())) {
        uid = LocalGroup.execute(client, "put", "k\tv", "k\tw").get(1);
        assertThat(backup(group, file)).as(group.errors()).isZero();
        assertThat(group.output()).contains("backup\t" + file, "group " + group.name());
        assertThat(backup(group, file)).as("it never replaces a file").isEqualTo(1);
        LocalGroup.execute(client, "put", "k\tlater");
      }
      backUpOffline(group);
      String data = group.directory(4).toString();
      String name = group.name() + "-new";
      assertThat(restore(group, file, data, group.name(), Await.limitSeconds()))
          .as("the name is in use")
          .isEqualTo(14);
      assertThat(group.directory(4)).doesNotExist();
      assertThat(restore(group, file, data, name)).as(group.errors()).isZero();
      assertThat(restore(group, file, data, name)).as("it is not empty").isEqualTo(11);

      assertThatThrownBy(
              () -> FlotillaServer.builder(new Journal()).directory(group.directory(4)).start())
          .as("a start with another machine does no harm")
          .isInstanceOf(ServerStartException.class);
      group.start(4);
      try (WireClient client = LocalGroup.client(name)) {
        assertThat(LocalGroup.valueOf(client, "k")).isEqualTo("=w");
        Command again = new Command(uid, "put", Bytes.utf8("k\tw"));
        LocalGroup.execute(client, "put", "k\tx");
        assertThat(client.insertAgain(again).toCompletableFuture().join())
            .as("a retry of what was executed before the backup is not executed again")
            .isInstanceOf(CommandOutcome.Executed.class);
        assertThat(LocalGroup.valueOf(client, "k")).isEqualTo("=x");
      }
    }
  }

  @Test
  void whatIsNoBackupIsRefusedAndNothingIsMade() throws Exception {
    Path file = Files.writeString(directory.resolve("text"), "a text of some length");
    LocalGroup none = LocalGroup.ofJournals(directory);
    Path data = directory.resolve("data");
    assertThat(restore(none, file, data.toString(), "group")).isEqualTo(1);
    assertThat(none.errors()).contains("is no backup of Flotilla");
    assertThat(data).doesNotExist();
    assertThat(none.run("backup", "--out", "x")).as("neither group nor directory").isEqualTo(2);
  }

  private void backUpOffline(LocalGroup group) throws Exception {
    Path file = directory.resolve("offline");
    String data = group.directory(3).toString();
    assertThat(group.run("backup", data, "--out", file.toString())).as("it runs").isEqualTo(12);
    group.stop(3);
    assertThat(group.run("backup", data, "--out", file.toString())).as(group.errors()).isZero();
    assertThat(Backup.open(file).header().groupName()).isEqualTo(group.name());
  }

  private static int backup(LocalGroup group, Path file) {
    return group.run("backup", "--group", group.name(), "--out", file.toString(), "--forget");
  }

  private static int restore(LocalGroup group, Path file, String data, String name) {
    return restore(group, file, data, name, 1);
  }

  /** Waits so long for a group of the name, if there is none. */
  private static int restore(
      LocalGroup group, Path file, String data, String name, long timeoutSeconds) {
    return group.run(
        "restore",
        file.toString(),
        "--data",
        data,
        "--group",
        name,
        "--timeout",
        Long.toString(timeoutSeconds));
  }
}
