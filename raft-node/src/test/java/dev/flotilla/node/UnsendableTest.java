package dev.flotilla.node;

import static dev.flotilla.node.Commands.command;
import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.node.outcome.InsertOutcome;
import dev.flotilla.raft.message.Message;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.ClientPayload;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.options.RaftOptions;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What the transport cannot carry. */
final class UnsendableTest {
  /** Carries no payload whose uid begins with an x. */
  private static final class Particular implements MessageSender {
    @Override
    public void send(Member to, Message message) {}

    @Override
    public Optional<String> objection(ClientPayload payload) {
      return payload.uid().startsWith("x") ? Optional.of("no x") : Optional.empty();
    }
  }

  @Test
  void aCommandThatCannotBeSentIsInvalidAndEntersNoLog() throws Exception {
    TestServer server = new TestServer(new SplittableRandom(1));
    Configuration alone = new Configuration(List.of(server.member));
    server.startPumped(
        server.ownSettings(alone, RaftOptions.DEFAULT, 1),
        new JournalMachine(),
        new Particular(),
        () -> 0);
    Outcome<InsertOutcome> command = new Outcome<>();
    Outcome<InsertOutcome> session = new Outcome<>();

    server.node.insert(command("x1"), command);
    server.node.openSession("x2", session);

    assertThat(command.get()).isEqualTo(new InsertOutcome.Invalid("no x"));
    assertThat(session.get()).isEqualTo(new InsertOutcome.Invalid("no x"));
    assertThat(server.node.status().lastIndex()).isZero();
    server.node.close();
  }

  @Test
  void aLeaderThatCannotEncodeAnEntryResignsAndAnotherLeads() {
    PumpedCluster cluster = new PumpedCluster(3, 13);
    TestServer leader = cluster.awaitLeader();
    LogPosition last = leader.node.status().raft().last();

    leader.node.unsendable(new Unsendable(last, "u", "planted"));
    cluster.pumpUntil("it resigns", () -> !leader.node.status().isLeading());

    assertThat(leader.node.status().raft().resignation())
        .contains("entry " + last + " (uid 'u') cannot be encoded: planted");
    Outcome<InsertOutcome> outcome = new Outcome<>();
    cluster.awaitLeader().node.insert(command("after"), outcome);
    cluster.pumpUntil("it is answered", outcome::isThere);
    assertThat(outcome.get()).isInstanceOf(InsertOutcome.Executed.class);
  }

  @Test
  void whatIsReportedIsPrintableAndBounded() {
    Command command = new Command("\ud800\n" + "u".repeat(254), "c", Bytes.EMPTY);
    Unsendable unsendable = Unsendable.of(new Entry(new LogPosition(7, 3), command), "bad");

    assertThat(unsendable.toString())
        .startsWith("entry 7@3 (uid '??uuu")
        .endsWith("...') cannot be encoded: bad")
        .hasSizeLessThan(300);
  }
}
