package dev.flotilla.bdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.node.NodeSettings;
import dev.flotilla.node.RaftNode;
import dev.flotilla.node.loop.Clock;
import dev.flotilla.node.outcome.InsertOutcome;
import dev.flotilla.node.snapshot.SnapshotOptions;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.SessionTag;
import dev.flotilla.raft.options.RaftOptions;
import dev.flotilla.storage.disk.FileDisk;
import dev.flotilla.storage.identity.Founder;
import dev.flotilla.storage.log.DataDirectory;
import dev.flotilla.storage.log.LogOptions;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node whose machine is the journal, the only member of its group, is started again. */
class JournalRestartTest {
  private static final long PATIENCE_SECONDS = Await.limitSeconds();
  private static final Random RANDOM = new Random(1);

  @TempDir private Path directory;

  /** A bare uid and two numbers of a session tell three commands from each other. */
  @Test
  void commandsWithOneUidAreRememberedEachByItself() throws Exception {
    Command bare = new Command("x", "set", Bytes.utf8("bare"));
    long session;
    Command first;
    List<InsertOutcome> outcomes;
    try (RaftNode node = start()) {
      InsertOutcome opened = ask(node, (it, answer) -> it.openSession("client", answer));
      session = ((InsertOutcome.SessionOpened) opened).session();
      first = new Command("x", "set", Bytes.utf8("1")).in(new SessionTag(session, 1, 1));
      Command second = new Command("x", "set", Bytes.utf8("2")).in(new SessionTag(session, 2, 1));
      outcomes = List.of(insert(node, bare), insert(node, first), insert(node, second));
      assertThat(outcomes)
          .hasOnlyElementsOfType(InsertOutcome.Executed.class)
          .doesNotHaveDuplicates();
    }
    try (RaftNode again = start()) {
      assertThat(insert(again, bare)).isEqualTo(outcomes.get(0));
      assertThat(insert(again, first)).isEqualTo(outcomes.get(1));
    }
  }

  private static InsertOutcome insert(RaftNode node, Command command) throws Exception {
    return ask(node, (it, answer) -> it.insert(command, answer));
  }

  /** Asks until there is a leader which knows what all members know. */
  private static InsertOutcome ask(
      RaftNode node, BiConsumer<RaftNode, Consumer<InsertOutcome>> question) throws Exception {
    while (true) {
      CompletableFuture<InsertOutcome> answer = new CompletableFuture<>();
      question.accept(node, answer::complete);
      InsertOutcome outcome = answer.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      if (!(outcome instanceof InsertOutcome.NotLeader)
          && !(outcome instanceof InsertOutcome.NotActivated)) {
        return outcome;
      }
    }
  }

  private RaftNode start() throws IOException {
    DataDirectory data =
        DataDirectory.open(
            new FileDisk(directory),
            Optional.of("lone"),
            RANDOM,
            LogOptions.DEFAULT,
            Runnable::run);
    try {
      found(data);
      NodeSettings settings =
          new NodeSettings(
              new Configuration(List.of(data.identity().member())),
              RaftOptions.DEFAULT,
              SnapshotOptions.DEFAULT,
              Files.createDirectories(directory.resolve("machine")),
              RANDOM.nextLong());
      return RaftNode.start(settings, data, new Journal(), (to, message) -> {}, Clock.system());
    } catch (IOException | RuntimeException e) {
      data.close();
      throw e;
    }
  }

  private static void found(DataDirectory data) throws IOException {
    if (data.identity().groupId().isEmpty()) {
      URI address = URI.create("http://127.0.0.1:9/RAFT_Service");
      assertThat(
              data.identity()
                  .acceptFounding(List.of(new Founder(data.identity().member(), address))))
          .isTrue();
      data.identity().markFounded(new GroupId("lone-group"));
    }
  }
}
