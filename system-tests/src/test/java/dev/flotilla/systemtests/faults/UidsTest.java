package dev.flotilla.systemtests.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.client.Answer;
import dev.flotilla.client.CommandOutcome;
import dev.flotilla.client.RefusalReason;
import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.systemtests.faults.Executions.Execution;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What servers have executed is compared with what clients were told. */
class UidsTest {
  private static final CommandOutcome EXECUTED =
      new CommandOutcome.Executed(new Answer(true, Bytes.utf8("-")));
  private static final Execution A = new Execution(3, "urn:flotilla:session:2:1:aa");
  private static final Execution B = new Execution(4, "urn:flotilla:session:2:2:bb");

  private final Uids uids = new Uids();
  @TempDir private Path directory;

  @BeforeEach
  void acknowledgeOne() {
    uids.ended(A.uid(), EXECUTED);
  }

  @Test
  void anEntryThatIsAppliedAgainAfterACrashAndAnUnknownOneAreFine() {
    uids.ended(B.uid(), new CommandOutcome.Unknown("nobody answered"));
    assertThat(uids.judge(List.of(A, B, A))).isEmpty();
    assertThat(uids.judge(List.of(A))).isEmpty();
  }

  @Test
  void anAcknowledgedUidThatNobodyExecutedIsNamed() {
    assertThat(uids.judge(List.of(B))).singleElement().asString().contains(A.uid(), "acknowledged");
  }

  @Test
  void aRefusedUidThatWasExecutedIsNamed() {
    uids.ended(B.uid(), new CommandOutcome.Refused(RefusalReason.BUSY, "full"));
    assertThat(uids.judge(List.of(A))).isEmpty();
    assertThat(uids.judge(List.of(A, B))).singleElement().asString().contains(B.uid(), "refused");
  }

  @Test
  void aUidAtTwoIndexesAndAnIndexWithTwoUidsAreNamed() {
    assertThat(uids.judge(List.of(A, B, new Execution(5, A.uid()))))
        .singleElement()
        .asString()
        .contains(A.uid(), "twice", "3", "5");
    assertThat(uids.judge(List.of(A, new Execution(3, B.uid()))))
        .singleElement()
        .asString()
        .contains(A.uid(), B.uid());
  }

  @Test
  void muchThatIsWrongIsSummedUp() {
    List<Execution> moved =
        LongStream.range(10, 30).mapToObj(index -> new Execution(index, A.uid())).toList();
    assertThat(uids.judge(moved)).singleElement().asString().startsWith("19 times");
  }

  @Test
  void sessionsAreCountedAndUidsOutsideOfOneAreNone() {
    uids.ended(B.uid(), EXECUTED);
    uids.ended("urn:flotilla:session:7:1:cc", EXECUTED);
    uids.ended("urn:uuid:dd", EXECUTED);
    assertThat(uids.sessionCount()).isEqualTo(2);
    assertThat(Uids.isInSession(A.uid())).isTrue();
    assertThat(Uids.isInSession("urn:uuid:dd")).isFalse();
  }

  @Test
  void whatOneLifeHasTornTheNextGoesOnAfter() throws Exception {
    Path file = directory.resolve("executions");
    try (Executions first = Executions.append(file)) {
      first.add(List.of(committed(A)));
    }
    Files.writeString(file, "4 urn:flotilla:ses", StandardOpenOption.APPEND);
    try (Executions second = Executions.append(file)) {
      second.add(List.of(committed(A), committed(B)));
    }
    assertThat(Executions.read(file)).containsExactly(A, A, B);
  }

  private static CommittedCommand committed(Execution execution) {
    return new CommittedCommand(
        new LogPosition(execution.index(), 1),
        new Command(execution.uid(), "put", Bytes.utf8("k\tv")));
  }
}
